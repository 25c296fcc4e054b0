import type { Context } from '../context.ts';
import type { ScheduleVersion } from '../ports/schedule-versions.ts';
import type { Member } from '../ports/members.ts';
import { membersOf } from './schedule-view.ts';

/** What a schedule is going to be and what it was, the latest first; what it is now is the schedule itself. */
export async function listVersions(
  ctx: Context,
  input: { scheduleId: string; offset: number; limit: number },
): Promise<{ versions: ScheduleVersion[]; members: ReadonlyMap<string, Member>; total: number }> {
  const { versions, total } = await ctx.read.scheduleVersions.list(input.scheduleId, input);
  return { versions, members: await membersOf(ctx.read, versions), total };
}
