import type { EpochMs } from './instant.ts';

/** A half-open stretch of time: `start` belongs to it, `end` does not. Empty when `end <= start`. */
export type Interval = { readonly start: EpochMs; readonly end: EpochMs };

/** True when `at` lies in [start, end). */
export function contains(interval: Interval, at: EpochMs): boolean {
  return interval.start <= at && at < interval.end;
}

/** True when two intervals share some time; touching ends share none. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end && a.start < a.end && b.start < b.end;
}

/** The part two intervals share, or undefined when they share nothing (touching ends share nothing). */
export function overlap(a: Interval, b: Interval): Interval | undefined {
  const start = a.start > b.start ? a.start : b.start;
  const end = a.end < b.end ? a.end : b.end;
  return start < end ? { start, end } : undefined;
}

/** Sorts, drops empty intervals, and joins those that overlap or touch. The other functions here expect lists in this form. */
export function union(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter((i) => i.start < i.end);
  if (sorted.length > 1) sorted.sort((a, b) => a.start - b.start);
  const joined: Interval[] = [];
  for (const { start, end } of sorted) {
    const last = joined.at(-1);
    if (last === undefined || last.end < start) joined.push({ start, end });
    else if (last.end < end) joined[joined.length - 1] = { start: last.start, end };
  }
  return joined;
}

/** What two sorted, disjoint lists share, in order; each piece keeps the other fields of the item of `as` it is cut from. */
export function intersect<T extends Interval>(as: readonly T[], bs: readonly Interval[]): T[] {
  const shared: T[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const a = as[i];
    const b = bs[j];
    if (a === undefined || b === undefined) return shared;
    const start = a.start > b.start ? a.start : b.start;
    const end = a.end < b.end ? a.end : b.end;
    if (start < end) shared.push({ ...a, start, end });
    if (a.end <= b.end) i += 1;
    else j += 1;
  }
}

/** What is left of `from` without `cut`, in order; both lists sorted and disjoint. */
export function subtract(from: readonly Interval[], cut: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  for (const whole of from) {
    let start = whole.start;
    for (const hole of cut) {
      if (hole.end <= start) continue;
      if (hole.start >= whole.end) break;
      if (start < hole.start) left.push({ start, end: hole.start });
      start = hole.end;
    }
    if (start < whole.end) left.push({ start, end: whole.end });
  }
  return left;
}
