import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../../support/interface/defaults.ts';
import { PROMISED } from '../../../support/interface/operations.ts';
import type { Json } from '../../../support/product.ts';
import type { Operation } from '../../../support/sweep/document.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { makeWorld, reachable, type World } from '../../../support/sweep/world.ts';

/* The interface walked end to end: every operation called as its own example says. */

let sweep: SweepProduct;
let world: World;
beforeAll(async () => {
  sweep = await startSweep();
  world = await makeWorld(sweep.admin, sweep.document, 'alpha');
});
afterAll(() => sweep?.close());

const ask = (operation: Operation, path: string) =>
  sweep.admin(operation.method, path, world.filledIn(operation.example));

/** What of the promised keys and words an answer does not keep; empty: nothing. */
function broken({ name }: Operation, body: Json): string[] {
  const { keys, message } = PROMISED[name] ?? {};
  const found: string[] = [];
  const own = Object.keys(body ?? {});
  if (message !== undefined && body?.message !== message) found.push(`${name} says ${body?.message}`);
  if (keys !== undefined && (own.length !== keys.length || own.some((key) => !keys.includes(key)))) {
    found.push(`${name} answers ${own.join()}`);
  }
  return found;
}

describe('every operation', () => {
  test('takes its own example, and answers under the promised keys with the promised words', async () => {
    const refused: string[] = [];
    for (const { operation, path } of reachable(sweep.document, world)) {
      if (operation.method === 'DELETE') continue;
      const { status, body } = await ask(operation, path);
      // What was done before may stand in the way; what was sent may not be wrong.
      if (operation.example !== undefined && ![200, 409].includes(status)) {
        refused.push(`${operation.name}: ${status} ${JSON.stringify(body)}`);
      }
      refused.push(...(status === 409 ? [] : broken(operation, body)));
    }
    expect(refused).toEqual([]);
  });

  test('that deletes says so in the promised words, and once only', async () => {
    const deletes = reachable(sweep.document, world).filter(
      ({ operation: { method } }) => method === 'DELETE',
    );
    const kept = deletes.filter(({ operation: { name } }) => (PROMISED[name]?.keys ?? null) !== null);
    expect(kept.length).toBeGreaterThan(5);
    for (const { operation, path } of kept) {
      const { status, body } = await ask(operation, path);
      expect({ name: operation.name, status }).toEqual({ name: operation.name, status: 200 });
      expect(broken(operation, body)).toEqual([]);
      expect(await ask(operation, path)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    }
    const schedule = world.pathOf({ path: '/on-call-schedules/{id}' }) ?? '';
    expect(await sweep.admin('DELETE', schedule)).toEqual({ status: 204, body: null });
  });

  test.each(Object.entries(DEFAULTS))('%s fills in what is not sent', async (name, { sent, answered }) => {
    const { status, body } = await sweep.admin('POST', name.replace('POST ', ''), world.filledIn(sent));
    expect(status).toBe(200);
    const [wrapped] = Object.values(body);
    const made = typeof wrapped === 'object' && wrapped !== null ? wrapped : body;
    expect(made).toMatchObject(answered);
  });
});
