import { onCallUntil } from '../../core/schedule/handoffs.ts';
import { lookAhead } from '../../core/schedule/look-ahead.ts';
import { membersAt } from '../../core/schedule/members.ts';
import { shiftsBetween } from '../../core/schedule/resolve.ts';
import type { Schedule, ScheduleStatus } from '../../core/schedule/types.ts';
import { versionAt } from '../../core/schedule/versions.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { mapInTurns } from '../map-in-turns.ts';
import type { KnownMember } from '../ports/members.ts';

/** One schedule at an instant; nobody is on call on a PAUSED one. */
export type OnCall = {
  readonly scheduleId: string;
  readonly name: string;
  readonly timeZone: string;
  readonly status: ScheduleStatus;
  /** `until` is null when it is not within 366 days. */
  readonly current: readonly { readonly member: KnownMember; readonly until: EpochMs | null }[];
  readonly next: readonly { readonly member: KnownMember; readonly from: EpochMs | null }[];
};

/** Who is on call at `at` (default now) on each schedule of a page, and who is next; schedules oldest first. */
export async function onCallNow(
  ctx: Context,
  input: { pageId: string; at?: EpochMs | undefined },
): Promise<OnCall[]> {
  const at = input.at ?? ctx.now;
  const schedules = await ctx.read.schedules.loadSchedules({ pageId: input.pageId }, at);
  const resolved = await mapInTurns(schedules, (schedule) => ({ schedule, ...membersAt(schedule, at) }));
  const ids = new Set(resolved.flatMap(({ current, next }) => [...current, ...next]));
  const known = new Map((await ctx.read.members.findKnown([...ids])).map((member) => [member.id, member]));
  const present = (memberIds: readonly string[]): KnownMember[] =>
    memberIds.flatMap((id) => known.get(id) ?? []);

  return mapInTurns(resolved, ({ schedule, current, next }) => {
    const { timeZone, status } = versionAt(schedule, at);
    return {
      scheduleId: schedule.id,
      name: schedule.name,
      timeZone,
      status,
      current: present(current).map((member) => ({ member, until: onCallUntil(schedule, member.id, at) })),
      next: present(next).map((member) => ({ member, from: onCallFrom(schedule, member.id, at) })),
    };
  });
}

/** When `memberId` next comes on call after `at`; null when not within 366 days. */
function onCallFrom(schedule: Schedule, memberId: string, at: EpochMs): EpochMs | null {
  for (const { end } of lookAhead(at)) {
    // Always from `at` on, so that a stretch which is running already is never taken for one that starts.
    const stretches = shiftsBetween(schedule, { start: at, end });
    const first = stretches.find((stretch) => stretch.memberId === memberId && stretch.start > at);
    if (first !== undefined) return first.start;
  }
  return null;
}
