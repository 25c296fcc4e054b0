import { asEpochMs, DAY_MS, plusMs, type EpochMs } from '../time/instant.ts';
import type { Interval } from '../time/interval.ts';
import { LOOK_AHEAD_MS } from './look-ahead.ts';
import { shiftsBetween } from './resolve.ts';
import type { Schedule, Stretch } from './types.ts';

const PAST_MS = 14 * DAY_MS;
const FIRST_STEP_MS = 8 * DAY_MS;

/** How far before its window a calendar looks for the start of what runs there already. */
export const CALENDAR_LOOK_BACK_MS = 366 * DAY_MS;

/** `isCut`: it began longer ago than was looked for, and `start` is only the window's. */
export type CalendarStretch = Stretch & { readonly isCut: boolean };

/**
 * What a calendar shows at `now`: at least 14 days back and 366 ahead. Its edges are midnights in UTC, so that a
 * calendar stays as it is for a day when nobody changes anything.
 */
export function calendarWindow(now: EpochMs): Interval {
  const today = asEpochMs(Math.floor(now / DAY_MS) * DAY_MS);
  return { start: plusMs(today, -PAST_MS), end: plusMs(today, LOOK_AHEAD_MS + DAY_MS) };
}

/**
 * The stretches that share time with `window`, in order of start, cut at its end only: those that run already when it
 * starts begin where they really begin, up to 366 days before. Overrides from then on must be in the schedule.
 */
export function calendarStretches(schedule: Schedule, window: Interval): CalendarStretch[] {
  const stretches = shiftsBetween(schedule, window);
  const running = stretches.filter((stretch) => stretch.start === window.start);
  const begun = withRealStarts(schedule, running, window.start);
  const later = stretches.slice(running.length).map((stretch) => ({ ...stretch, isCut: false }));
  return [...begun, ...later].sort((a, b) => a.start - b.start);
}

/** At most `limit` of what is sorted by start: what is not over at `now` goes first, then the latest that is. */
export function nearest<T extends Interval>(sorted: readonly T[], now: EpochMs, limit: number): readonly T[] {
  if (sorted.length <= limit) return sorted;
  const kept = new Set(sorted.filter((one) => one.end > now).slice(0, limit));
  for (const one of sorted.toReversed()) {
    if (kept.size >= limit) break;
    if (one.end <= now) kept.add(one);
  }
  return sorted.filter((one) => kept.has(one));
}

/** `running` are all the stretches at `at`, cut to begin there. */
function withRealStarts(schedule: Schedule, running: readonly Stretch[], at: EpochMs): CalendarStretch[] {
  let found: CalendarStretch[] = running.map((stretch) => ({ ...stretch, isCut: true }));
  for (let backMs = FIRST_STEP_MS; found.some((one) => one.isCut); backMs *= 4) {
    const start = plusMs(at, -Math.min(backMs, CALENDAR_LOOK_BACK_MS));
    const before = shiftsBetween(schedule, { start, end: plusMs(at, 1) }).filter((one) => one.end > at);
    found = found.map((one) => {
      const same = before.find((other) => one.isCut && isSame(one, other));
      return same === undefined || same.start === start ? one : { ...one, start: same.start, isCut: false };
    });
    if (backMs >= CALENDAR_LOOK_BACK_MS) break;
  }
  return found;
}

function isSame(a: Stretch, b: Stretch): boolean {
  return a.shiftId === b.shiftId && a.memberId === b.memberId && a.overrideId === b.overrideId;
}
