import { afterAll, beforeAll, expect, test } from 'vitest';
import { say } from '../../../support/say.ts';
import { breaches } from '../../../support/sweep/consistency.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { isSampled, SCALE, SEED, TIMEOUT_MS } from '../../../support/sweep/scale.ts';
import { makeWorld, reachable } from '../../../support/sweep/world.ts';

/* Everything on a page deleted, one by one in an order of chance, and the page at last. */

let sweep: SweepProduct;
beforeAll(async () => {
  say(`deletions: TEST_SEED=${SEED}`);
  sweep = await startSweep();
});
afterAll(() => sweep?.close());

/** An order that the seed determines. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const keyed = items.map((item, i) => ({ item, key: ((seed + i * 7_919) * 2_654_435_761) % 2 ** 32 }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item);
}

test.each(Array.from({ length: SCALE }, (_, turn) => turn))(
  'whatever is gone first, the rest is read and whole, and nothing outlives the page (%i)',
  { timeout: TIMEOUT_MS },
  async (turn) => {
    const world = await makeWorld(sweep.admin, sweep.document, `alpha${turn}`);
    const all = reachable(sweep.document, world);
    const page = `/v2/${world.pageId}`;
    const deletes = all.filter(({ operation, path }) => operation.method === 'DELETE' && path !== page);
    const reads = all.filter(({ operation: { method, isOpen, isStream, path } }) => {
      return method === 'GET' && !isOpen && !isStream && !path.endsWith('/run');
    });
    const wrong: string[] = [];
    for (const [done, { operation, path }] of shuffled(deletes, SEED + turn).entries()) {
      const { status, body } = await sweep.admin('DELETE', path);
      if (![200, 204, 404, 409].includes(status))
        wrong.push(`${operation.name}: ${status} ${JSON.stringify(body)}`);
      for (const read of reads.filter((_read, i) => isSampled(i + done, 3))) {
        const answer = await sweep.admin('GET', read.path);
        if (answer.status !== 200 && answer.status !== 404) {
          wrong.push(
            `${read.operation.name} after ${operation.name}: ${answer.status} ${JSON.stringify(answer.body)}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await breaches(sweep.reader)).toEqual([]);

    expect((await sweep.admin('DELETE', page)).status).toBe(200);
    const left = [...(await sweep.settledRows())].filter(([, row]) => row.includes(world.pageId));
    // What the installation's own log says of it stays.
    expect(left.filter(([name]) => !name.startsWith('audit_entry/'))).toEqual([]);
  },
);
