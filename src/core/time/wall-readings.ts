import { asEpochMs, type EpochMs } from './instant.ts';
import { overlap, union, type Interval } from './interval.ts';
import type { WallMs } from './wall-clock.ts';
import type { TimeZone } from './zone.ts';

/** A half-open stretch of readings of a clock on the wall. */
export type WallInterval = { readonly start: WallMs; readonly end: WallMs };

/** Says which readings of [start, end) are meant; what it answers may reach beyond. */
export type Readings = (within: WallInterval) => readonly WallInterval[];

/**
 * When within `range` the clock of `zone` shows one of `readings`: sorted, disjoint. Each instant counts by what the
 * clock shows at it, so an hour that is shown twice counts twice and one that is skipped does not count.
 */
export function instantsShowing(zone: TimeZone, range: Interval, readings: Readings): Interval[] {
  const found: Interval[] = [];
  for (let at = range.start; at < range.end;) {
    const { end: spanEnd, offsetMs } = zone.spanAt(at);
    const span: Interval = { start: at, end: spanEnd < range.end ? spanEnd : range.end };
    const shown = (instant: EpochMs): WallMs => (instant + offsetMs) as WallMs;
    for (const { start, end } of readings({ start: shown(span.start), end: shown(span.end) })) {
      const meant = { start: asEpochMs(start - offsetMs), end: asEpochMs(end - offsetMs) };
      const part = overlap(meant, span);
      if (part !== undefined) found.push(part);
    }
    at = span.end;
  }
  return union(found);
}

/**
 * Readings that come again every `everyMs`: `lengthMs` (at most `everyMs`) long, from `offsetMs` after 1970-01-01 00:00
 * on, a Thursday.
 */
export function recurring(window: { offsetMs: number; lengthMs: number; everyMs: number }): Readings {
  const { offsetMs, lengthMs, everyMs } = window;
  return ({ start, end }) => {
    const windows: WallInterval[] = [];
    for (let n = Math.floor((start - offsetMs - lengthMs) / everyMs); n * everyMs + offsetMs < end; n += 1) {
      const opens = (n * everyMs + offsetMs) as WallMs;
      windows.push({ start: opens, end: (opens + lengthMs) as WallMs });
    }
    return windows;
  };
}
