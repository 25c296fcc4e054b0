import { plusMs, type EpochMs } from '../time/instant.ts';
import { shiftsBetween } from './resolve.ts';
import type { Schedule, Stretch } from './types.ts';

/** The stretches that run at `at`, cut to that one millisecond, in shift order. */
export function stretchesAt(schedule: Schedule, at: EpochMs): Stretch[] {
  return shiftsBetween(schedule, { start: at, end: plusMs(at, 1) });
}

/** The ids of the members on call at `at`, in shift order, without doubles; none for a PAUSED schedule. */
export function onCallAt(schedule: Schedule, at: EpochMs): string[] {
  return [...new Set(stretchesAt(schedule, at).map((stretch) => stretch.memberId))];
}
