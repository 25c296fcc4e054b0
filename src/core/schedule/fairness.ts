import { DAY_MS, HOUR_MS } from '../time/instant.ts';
import { intersect, union, type Interval } from '../time/interval.ts';
import { instantsShowing, recurring } from '../time/wall-readings.ts';
import type { TimeZone } from '../time/zone.ts';

const NIGHT = recurring({ offsetMs: 22 * HOUR_MS, lengthMs: 8 * HOUR_MS, everyMs: DAY_MS });
// 1970-01-01, where the wall clock counts from, was a Thursday.
const WEEKEND = recurring({ offsetMs: 2 * DAY_MS, lengthMs: 2 * DAY_MS, everyMs: 7 * DAY_MS });

/** When being on call weighs more for those who live in one place; each list sorted and disjoint. */
export type HardTimes = { readonly nights: readonly Interval[]; readonly weekends: readonly Interval[] };

/** How much somebody was on call, in milliseconds; null where it is not known what counts for them. */
export type Duty = {
  /** Time on call twice at once counts once. */
  readonly totalMs: number;
  /** How many unbroken times that was. */
  readonly stretches: number;
  readonly nightMs: number | null;
  readonly weekendMs: number | null;
  readonly holidayMs: number | null;
};

/** The nights (22:00 to 06:00) and weekends (Saturday and Sunday) within `range`, by the clock on the wall of `zone`. */
export function hardTimes(zone: TimeZone, range: Interval): HardTimes {
  return {
    nights: instantsShowing(zone, range, NIGHT),
    weekends: instantsShowing(zone, range, WEEKEND),
  };
}

/**
 * What `onCall`, in any order, comes to. `hard` is null where nobody knows in which zone the member lives, `holidays`
 * (sorted, disjoint) where nobody knows whose public holidays are theirs.
 */
export function dutyOf(
  onCall: readonly Interval[],
  hard: HardTimes | null,
  holidays: readonly Interval[] | null,
): Duty {
  const times = union(onCall);
  const within = (what: readonly Interval[] | undefined | null): number | null =>
    what === undefined || what === null ? null : lengthMs(intersect(times, what));
  return {
    totalMs: lengthMs(times),
    stretches: times.length,
    nightMs: within(hard?.nights),
    weekendMs: within(hard?.weekends),
    holidayMs: within(holidays),
  };
}

/** All duties together; of what is not known of some, the sum of what is known of the others, null where it is of none. */
export function totalDuty(duties: readonly Duty[]): Duty {
  const known = (pick: (duty: Duty) => number | null): number | null => {
    const values = duties.flatMap((duty) => pick(duty) ?? []);
    return values.length === 0 && duties.length > 0 ? null : sum(values);
  };
  return {
    totalMs: sum(duties.map((duty) => duty.totalMs)),
    stretches: sum(duties.map((duty) => duty.stretches)),
    nightMs: known((duty) => duty.nightMs),
    weekendMs: known((duty) => duty.weekendMs),
    holidayMs: known((duty) => duty.holidayMs),
  };
}

/** Milliseconds as hours with at most two decimals. */
export function hoursOf(ms: number): number {
  return hundredths(ms / HOUR_MS);
}

/** How much of `total` that is, in percent with at most two decimals; 0 of nothing. */
export function percentOf(part: number, total: number): number {
  return total === 0 ? 0 : hundredths((part / total) * 100);
}

function lengthMs(intervals: readonly Interval[]): number {
  return sum(intervals.map(({ start, end }) => end - start));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
