import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../support/sweep/document.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { differences } from '../../../support/sweep/rows.ts';
import { makeWorld, reachable, type Call, type World } from '../../../support/sweep/world.ts';

/* Every operation of the interface asked by somebody who may not. */

let sweep: SweepProduct;
let world: World;
beforeAll(async () => {
  sweep = await startSweep();
  world = await makeWorld(sweep.admin, sweep.document, 'alpha');
});
afterAll(() => sweep?.close());

/** Doors that have a secret of their own, or none to keep. */
const OPEN = [
  /^GET \/(healthz|readyz|summary\.json)$/,
  /\/calendar\.ics$/,
  /^(GET|POST) \/(public|acknowledge)\//,
  /^(POST|GET|HEAD) \/(inbound|heartbeat)\//,
];
const isOpen = ({ name }: Operation) => OPEN.some((form) => form.test(name));

/** A check on demand is a GET that makes something. */
const isRead = ({ method, path }: Operation) => method === 'GET' && !path.endsWith('/run');
/** What a key with scope write may not do. */
const NEEDS_ADMIN =
  /^(GET|POST) \/api-keys$|^DELETE \/api-keys\/|^POST \/v1\/pages$|^DELETE \/v2\/\{page_id\}$|\/audit-log/;

async function askAll(call: Call, which: (operation: Operation) => boolean) {
  const asked = reachable(sweep.document, world).filter(({ operation }) => which(operation));
  const answers: { name: string; status: number; code: string | undefined }[] = [];
  for (const { operation, path } of asked) {
    const { status, body } = await call(operation.method, path, world.filledIn(operation.example));
    answers.push({ name: operation.name, status, code: body?.error?.code });
  }
  return answers;
}

describe('every operation', () => {
  test('is of this page in these tests', () => {
    const missing = sweep.document.operations.filter((operation) => world.pathOf(operation) === null);
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('that needs no key is one of the doors that may be open', () => {
    const open = sweep.document.operations.filter((operation) => operation.isOpen && !isOpen(operation));
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test('answers 401 without a key, with a wrong, an unfit, and an expired one, and does nothing', async () => {
    const { body } = await sweep.admin('POST', '/api-keys', { name: 'was', scope: 'admin' });
    await sweep.reader.query(
      `UPDATE api_key SET expires_at = '2026-01-15T11:59:59Z' WHERE id = '${body.apiKey.id}'`,
    );
    const before = await sweep.settledRows();
    for (const header of [null, 'Bearer no-such-key', 'Basic Og==', `Bearer ${body.key}`, 'Bearer ']) {
      const answers = await askAll(sweep.with(header), (operation) => !isOpen(operation));
      expect(answers.length).toBeGreaterThan(100);
      const letIn = answers.filter(({ status, code }) => status !== 401 || code !== 'unauthorized');
      expect({ header, letIn }).toEqual({ header, letIn: [] });
    }
    expect(differences(before, await sweep.settledRows())).toEqual([]);
  });

  test.each(['everything', 'its page'])(
    'that changes anything is refused to a key that reads %s',
    async (of) => {
      const call = await sweep.as('read', of === 'its page' ? world.pageId : undefined);
      const before = await sweep.settledRows();
      const answers = await askAll(call, (operation) => !isOpen(operation) && !isRead(operation));
      expect(answers.filter(({ status, code }) => status !== 403 || code !== 'forbidden')).toEqual([]);
      expect(differences(before, await sweep.settledRows())).toEqual([]);
    },
  );

  test('that reads is answered to a key that reads, and changes nothing', async () => {
    const call = await sweep.as('read', world.pageId);
    const before = await sweep.settledRows();
    const answers = await askAll(call, (op) => !isOpen(op) && isRead(op) && !NEEDS_ADMIN.test(op.name));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(differences(before, await sweep.settledRows())).toEqual([]);
  });

  test('that an admin only may do is refused to a key that writes, and no other is', async () => {
    const call = await sweep.as('write');
    const admin = await askAll(call, ({ name }) => NEEDS_ADMIN.test(name));
    expect(admin.filter(({ status, code }) => status !== 403 || code !== 'forbidden')).toEqual([]);
    const others = await askAll(
      call,
      (op) => !isOpen(op) && op.method !== 'DELETE' && !NEEDS_ADMIN.test(op.name),
    );
    expect(others.filter(({ status }) => status === 403 || status === 401)).toEqual([]);
  });
});
