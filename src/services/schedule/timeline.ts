import { shiftsBetween } from '../../core/schedule/resolve.ts';
import type { Stretch } from '../../core/schedule/types.ts';
import { DAY_MS, type EpochMs } from '../../core/time/instant.ts';
import { subtract, union, type Interval } from '../../core/time/interval.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';

export const MAX_TIMELINE_DAYS = 366;
/** Several hourly rotations for a year; what writing an answer for seconds would keep pages from being sent. */
const MAX_STRETCHES = 50_000;

/**
 * Who is on call within [from, to) and where nobody is. Errors: `not_found`; `validation_error` for a window that ends
 * before it starts, is longer than `MAX_TIMELINE_DAYS`, or holds more stretches than one answer takes.
 */
export async function scheduleTimeline(
  ctx: Context,
  input: { scheduleId: string; from: EpochMs; to: EpochMs },
): Promise<{ stretches: Stretch[]; gaps: Interval[] }> {
  const { scheduleId, from, to } = input;
  requireTimelineWindow(from, to);
  const [schedule] = await ctx.read.schedules.loadSchedules({ ids: [scheduleId] }, from);
  if (schedule === undefined) throw notFound('On-call schedule');
  const window = { start: from, end: to };
  const stretches = shiftsBetween(schedule, window);
  if (stretches.length > MAX_STRETCHES) {
    throw invalid('to', `is too late: more than ${MAX_STRETCHES} stretches lie between from and to`);
  }
  // As `gapsBetween` has it, of stretches that are there already.
  return { stretches, gaps: subtract([window], union(stretches)) };
}

/** Refuses a window that ends before it starts or is longer than `MAX_TIMELINE_DAYS`, naming `to`. */
export function requireTimelineWindow(from: EpochMs, to: EpochMs): void {
  if (to <= from) throw invalid('to', 'must be after from');
  if (to - from > MAX_TIMELINE_DAYS * DAY_MS) {
    throw invalid('to', `must be at most ${MAX_TIMELINE_DAYS} days after from`);
  }
}
