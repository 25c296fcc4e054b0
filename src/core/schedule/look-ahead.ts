import { DAY_MS, plusMs, type EpochMs } from '../time/instant.ts';
import type { Interval } from '../time/interval.ts';

/** How far ahead questions about the future look. */
export const LOOK_AHEAD_MS = 366 * DAY_MS;

const FIRST_STEP_MS = 2 * DAY_MS;

/** Splits the look-ahead from `at` into adjoining intervals of growing length, since most answers are near. */
export function* lookAhead(at: EpochMs): Generator<Interval> {
  const limit = plusMs(at, LOOK_AHEAD_MS);
  let stepMs = FIRST_STEP_MS;
  for (let start = at; start < limit; stepMs *= 4) {
    const wished = plusMs(start, stepMs);
    const end = wished < limit ? wished : limit;
    yield { start, end };
    start = end;
  }
}
