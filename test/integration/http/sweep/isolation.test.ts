import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../support/product.ts';
import { fieldsOf, type Operation } from '../../../support/sweep/document.ts';
import { put } from '../../../support/sweep/mutate.ts';
import { isSampled, TIMEOUT_MS } from '../../../support/sweep/scale.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { differences, type Rows } from '../../../support/sweep/rows.ts';
import { makeWorld, reachable, type Call, type World } from '../../../support/sweep/world.ts';

/* Page alpha's admin key against everything of page bravo: whatever it sends, bravo stays as it was and unseen. */

let sweep: SweepProduct;
let alpha: World;
let bravo: World;
let call: Call;
/** Every row of bravo: it was made first. */
let bravosRows: Rows;
beforeAll(async () => {
  sweep = await startSweep();
  bravo = await makeWorld(sweep.admin, sweep.document, 'bravo');
  bravosRows = await sweep.settledRows();
  alpha = await makeWorld(sweep.admin, sweep.document, 'alpha');
  call = await sweep.as('admin', alpha.pageId);
});
afterAll(() => sweep?.close());

/** Bravo's names stand in no answer, and no row of bravo's is another one or has a new one beside it. */
async function expectUntouched(): Promise<void> {
  const now = await sweep.settledRows();
  const lost = differences(bravosRows, now).filter((difference) => !difference.startsWith('added'));
  expect(lost).toEqual([]);
  const bravosIds = [...bravo.ids.values()].flat();
  const added = [...now].filter(([name]) => !bravosRows.has(name));
  const mixed = added.filter(([, row]) => bravosIds.some((id) => row.includes(id)));
  expect(mixed.map(([name, row]) => `${name}: ${row}`)).toEqual([]);
}

type Asked = {
  readonly what: string;
  readonly status: number;
  readonly code: unknown;
  readonly paths: string[];
};

async function ask(operation: Operation, path: string, body?: Json): Promise<Asked> {
  const answer = await call(operation.method, path, body);
  const text = JSON.stringify(answer.body);
  expect(text).not.toContain('bravo ');
  const { code, details = [] } = answer.body?.error ?? {};
  const what = `${operation.method} ${path} ${JSON.stringify(body ?? null)} -> ${text.slice(0, 200)}`;
  return { what, status: answer.status, code, paths: details.map((detail: Json) => detail.path) };
}

/** A path with each of its ids taken from either page, one of bravo's at least. */
function mixedPaths(operation: Operation): string[] {
  const [own, other] = [alpha.pathOf(operation)?.split('/'), bravo.pathOf(operation)?.split('/')];
  if (own === undefined || other === undefined) return [];
  const variants = own.reduce<string[][]>(
    (before, segment, i) => {
      const choices = segment === other[i] ? [segment] : [segment, other[i] ?? ''];
      return before.flatMap((path) => choices.map((choice) => [...path, choice]));
    },
    [[]],
  );
  const all = variants.map((path) => path.join('/'));
  return all.filter((path) => path !== own.join('/'));
}

const isDoor = ({ isOpen }: Operation) => isOpen;

/** Copies of a body, each with one of its own ids replaced by bravo's of the same kind, and where that is. */
function withOneOfBravos(body: Json): { path: string; sent: Json }[] {
  if (typeof body === 'string') {
    const [kind, ids] = [...alpha.ids].find(([, known]) => known.includes(body)) ?? [];
    const others = kind === undefined ? [] : (bravo.ids.get(kind) ?? []);
    const other = others[ids?.indexOf(body) ?? 0] ?? others[0];
    return other === undefined ? [] : [{ path: '', sent: other }];
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries<Json>(body).flatMap(([key, value]) =>
    withOneOfBravos(value).map(({ path, sent }) => {
      const step = Array.isArray(body) ? `[${key}]` : `.${key}`;
      const copy = Array.isArray(body) ? body.with(Number(key), sent) : { ...body, [key]: sent };
      return { path: `${step}${path}`, sent: copy };
    }),
  );
}

describe("bravo's things", () => {
  test('in a path do not exist, whichever of its parts are theirs', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const operation of sweep.document.operations.filter((one) => !isDoor(one))) {
      for (const path of mixedPaths(operation)) {
        const body = alpha.filledIn(operation.example);
        const { what, status, code } = await ask(operation, path, body);
        count += 1;
        if (status !== 404 || code !== 'not_found') wrong.push(`${status}: ${what}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
    await expectUntouched();
  });

  test('in a body are refused as things that do not exist: 404 for a page, else 400 naming the path', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const { operation, path } of reachable(sweep.document, alpha)) {
      for (const { path: place, sent } of withOneOfBravos(alpha.filledIn(operation.example))) {
        const { what, status, code, paths } = await ask(operation, path, sent);
        count += 1;
        const isPage = /\.(pageId|siteId)$/.test(place);
        const named = paths.some((one) => place.startsWith(`.${one}`));
        const fits = isPage ? code === 'not_found' : code === 'validation_error' && named;
        if (!fits) wrong.push(`${place} ${status}: ${what}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(20);
    await expectUntouched();
  });

  test(
    'in any field that may name something, or in a query, are not reached',
    { timeout: TIMEOUT_MS },
    async () => {
      const kinds = [...bravo.ids].map(([, ids]) => ids[0] ?? '');
      const wrong: string[] = [];
      for (const { operation, path } of reachable(sweep.document, alpha)) {
        if (isDoor(operation) || operation.path.endsWith('/run')) continue;
        for (const { name } of operation.parameters.filter(
          (one) => one.in === 'query' && /[a-z]Id$|With$/.test(one.name),
        )) {
          for (const id of kinds) {
            const { what, status } = await ask(operation, `${path}?${name}=${id}`);
            if (status >= 500) wrong.push(what);
          }
        }
        for (const { name, sent } of fieldsThatName(operation, kinds)) {
          const { what, status } = await ask(operation, path, sent);
          if (status >= 500) wrong.push(`${name}: ${what}`);
        }
      }
      expect(wrong).toEqual([]);
      await expectUntouched();
    },
  );

  test('are not in any list of alpha', async () => {
    const theirs = [...bravo.ids.values()].flat();
    for (const { operation, path } of reachable(sweep.document, alpha)) {
      if (operation.method !== 'GET' || isDoor(operation) || operation.path.endsWith('/run')) continue;
      const text = JSON.stringify((await call('GET', path)).body);
      expect({ list: operation.name, has: theirs.filter((id) => text.includes(id)) }).toEqual({
        list: operation.name,
        has: [],
      });
    }
  });
});

/** Bodies with one of bravo's ids in each field that by its name may hold one, also as the id of an element. */
function fieldsThatName(operation: Operation, kinds: readonly string[]): { name: string; sent: Json }[] {
  if (operation.body === null || operation.method === 'DELETE') return [];
  const example = alpha.filledIn(operation.example) ?? {};
  const names = [...fieldsOf(sweep.document, operation.body).keys()].filter((name) =>
    /(^|\.)(id|by|group|[a-z]+Id)$/.test(name),
  );
  const pairs = names.flatMap((name) => kinds.map((id) => ({ name, id })));
  return pairs
    .filter((_pair, i) => isSampled(i, 5))
    .map(({ name, id }) => ({ name, sent: put(example, name.split('.'), id) }));
}
