import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { viewOf, type ScheduleView } from './schedule-view.ts';

/** The schedule with that id. Errors: `not_found`. */
export async function getSchedule(ctx: Context, input: { scheduleId: string }): Promise<ScheduleView> {
  const schedule = await ctx.read.schedules.find(input.scheduleId);
  if (schedule === null) throw notFound('On-call schedule');
  return viewOf(ctx.read, schedule);
}
