import { afterAll, beforeAll, expect, test } from 'vitest';
import { say } from '../../../support/say.ts';
import { grow } from '../../../support/sweep/grow.ts';
import { SCALE, TIMEOUT_MS } from '../../../support/sweep/scale.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { statementsOf } from '../../../support/sweep/statements.ts';
import { makeWorld, reachable, type World } from '../../../support/sweep/world.ts';

/* What is read costs as many statements with many rows as with one. */

const MANY = Math.min(50, 15 * SCALE);
/** Looking for what belongs to rows is left out where there are no rows. */
const TOLERANCE = 2;

let sweep: SweepProduct;
let world: World;
beforeAll(async () => {
  sweep = await startSweep();
  world = await makeWorld(sweep.admin, sweep.document, 'alpha');
});
afterAll(() => sweep?.close());

async function countAll(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { operation, path } of reachable(sweep.document, world)) {
    if (operation.method !== 'GET' || operation.path.endsWith('/run')) continue;
    await sweep.admin('GET', path);
    const statements = await statementsOf(() => sweep.admin('GET', path));
    counts.set(operation.name, statements.length);
  }
  return counts;
}

test(
  'every read takes as many statements of many things of each kind as of one',
  { timeout: TIMEOUT_MS },
  async () => {
    const ofOne = await countAll();
    const made = await grow(sweep.admin, sweep.document, world, MANY);
    await makeMore();
    expect([...made].filter(([, count]) => count < MANY / 2)).toEqual([]);
    const ofMany = await countAll();
    const grown = [...ofMany].map(([name, count]) => ({ name, one: ofOne.get(name) ?? 0, many: count }));
    expect(grown.filter(({ one, many }) => many > one + TOLERANCE)).toEqual([]);
    expect(grown.some(({ many }) => many > 1)).toBe(true);
    const most = grown.toSorted((one, other) => other.many - one.many).slice(0, 5);
    say(`statements of the reads that take most: ${JSON.stringify(most)}`);
  },
);

/** What is made by other ways than a POST of its own. */
async function makeMore(): Promise<void> {
  const path = (of: string) => world.pathOf({ path: of }) ?? of;
  for (let i = 1; i <= MANY; i += 1) {
    const effectiveFrom = new Date(Date.UTC(2026, 6, 1) + i * 86_400_000).toISOString();
    await sweep.admin('PUT', path('/on-call-schedules/{id}'), { description: `later ${i}`, effectiveFrom });
    await sweep.admin('POST', path('/inbound/{token}'), [i]);
    await sweep.admin('GET', path('/monitors/{id}/run'));
  }
}
