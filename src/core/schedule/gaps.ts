import { subtract, union, type Interval } from '../time/interval.ts';
import { shiftsBetween } from './resolve.ts';
import type { Schedule } from './types.ts';

/** Where within `range` nobody at all is on call: sorted, disjoint; the whole range for a PAUSED schedule. */
export function gapsBetween(schedule: Schedule, range: Interval): Interval[] {
  return subtract(union([range]), union(shiftsBetween(schedule, range)));
}
