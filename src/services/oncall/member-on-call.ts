import { shiftsBetween } from '../../core/schedule/resolve.ts';
import type { Schedule, Stretch } from '../../core/schedule/types.ts';
import { everybodyIn } from '../../core/schedule/versions.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { mapInTurns } from '../map-in-turns.ts';
import type { Member } from '../ports/members.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import { requireTimelineWindow } from '../schedule/timeline.ts';

export type MemberStretch = { readonly schedule: LoadedSchedule; readonly stretch: Stretch };

/**
 * When within [from, to) a member is on call, over all schedules of their page: in order of start, then by the age of
 * the schedule. `validation_error` for a window that a timeline would refuse.
 */
export async function memberOnCall(
  ctx: Context,
  input: { member: Member; from: EpochMs; to: EpochMs },
): Promise<MemberStretch[]> {
  const { member, from, to } = input;
  requireTimelineWindow(from, to);
  const schedules = await ctx.read.schedules.loadSchedules({ pageId: member.pageId }, from);
  const own = schedules.filter((schedule) => mayHold(schedule, member.id));
  const found = await mapInTurns(own, (schedule) =>
    shiftsBetween(schedule, { start: from, end: to })
      .filter((stretch) => stretch.memberId === member.id)
      .map((stretch) => ({ schedule, stretch })),
  );
  return found.flat().sort((a, b) => a.stretch.start - b.stretch.start);
}

/** False for a schedule that names the member nowhere, which need not be resolved. */
export function mayHold(schedule: Schedule, memberId: string): boolean {
  return everybodyIn(schedule).has(memberId);
}
