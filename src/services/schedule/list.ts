import type { Context } from '../context.ts';
import { viewsOf, type ScheduleView } from './schedule-view.ts';

/** A page's schedules, oldest first. */
export async function listSchedules(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<{ views: ScheduleView[]; total: number }> {
  const { schedules, total } = await ctx.read.schedules.list(input);
  return { views: await viewsOf(ctx.read, schedules), total };
}
