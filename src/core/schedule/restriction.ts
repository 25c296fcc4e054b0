import { DAY_MS } from '../time/instant.ts';
import { overlap, union, type Interval } from '../time/interval.ts';
import { firstInstantAt, lastInstantAt, wallAt, type WallMs } from '../time/wall-clock.ts';
import type { TimeZone } from '../time/zone.ts';
import type { DayOfWeek, Restriction } from './types.ts';

/** A window that recurs on the wall clock: it opens at `offsetMs + n * everyMs` and stays open for `lengthMs`. */
type RecurringWindow = { readonly offsetMs: number; readonly lengthMs: number; readonly everyMs: number };

const WEEK_MS = 7 * DAY_MS;
// 1970-01-01, where the wall clock counts from, was a Thursday.
const DAYS_AFTER_THURSDAY: Record<DayOfWeek, number> = {
  THURSDAY: 0,
  FRIDAY: 1,
  SATURDAY: 2,
  SUNDAY: 3,
  MONDAY: 4,
  TUESDAY: 5,
  WEDNESDAY: 6,
};

/**
 * When within `range` the restriction lets anybody be on call: sorted, disjoint, cut to `range`.
 *
 * A window opens at the first occurrence of a doubled reading and closes at the second, so that cover overlaps rather
 * than gaps; a reading the clock skips counts as the instant of the change, and a window wholly skipped is not there.
 */
export function openWindows(restriction: Restriction, zone: TimeZone, range: Interval): Interval[] {
  if (restriction.type === 'NONE') return [range];
  const found: Interval[] = [];
  for (const window of recurringWindows(restriction)) {
    if (window.lengthMs >= window.everyMs) return [range];
    pushOccurrences(found, window, zone, range);
  }
  return union(found);
}

function recurringWindows(restriction: Exclude<Restriction, { type: 'NONE' }>): RecurringWindow[] {
  switch (restriction.type) {
    case 'TIMEOFDAY':
      return [recurring(restriction.start, restriction.end, DAY_MS)];
    case 'TIMEINTERVALS':
      return restriction.intervals.map((i) =>
        recurring(
          DAYS_AFTER_THURSDAY[i.startDay] * DAY_MS + i.startTime,
          DAYS_AFTER_THURSDAY[i.endDay] * DAY_MS + i.endTime,
          WEEK_MS,
        ),
      );
  }
}

/** An end that is not after the start lies in the next period; an equal one makes the window cover everything. */
function recurring(start: number, end: number, everyMs: number): RecurringWindow {
  const lengthMs = end > start ? end - start : end - start + everyMs;
  return { offsetMs: start, lengthMs, everyMs };
}

function pushOccurrences(found: Interval[], window: RecurringWindow, zone: TimeZone, range: Interval): void {
  const { offsetMs, lengthMs, everyMs } = window;
  // Rounding down takes in what closed less than a period ago: a clock set back may show that reading again.
  const first = Math.floor((wallAt(zone, range.start) - lengthMs - offsetMs) / everyMs);
  for (let n = first; ; n += 1) {
    const opens = (n * everyMs + offsetMs) as WallMs;
    const start = firstInstantAt(zone, opens);
    if (start >= range.end) return;
    const end = lastInstantAt(zone, (opens + lengthMs) as WallMs);
    const part = overlap({ start, end }, range);
    if (part !== undefined) found.push(part);
  }
}
