import { setImmediate } from 'node:timers/promises';

const AT_ONCE = 20;

/** As `map`, but every few items everything else that waits gets its turn: long reckoning stalls nobody. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % AT_ONCE === 0) await setImmediate();
    results.push(map(item));
  }
  return results;
}
