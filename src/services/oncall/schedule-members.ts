import { explainAt } from '../../core/schedule/explain.ts';
import type { Explanation } from '../../core/schedule/explanation.ts';
import { membersAt } from '../../core/schedule/members.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Member } from '../ports/members.ts';

/** Who is on call at `at` (default now), who is next, who may ever be, and why. Errors: `not_found`. */
export async function scheduleMembers(
  ctx: Context,
  input: { scheduleId: string; at?: EpochMs | undefined },
): Promise<{ current: Member[]; next: Member[]; all: Member[]; explain: Explanation[] }> {
  const at = input.at ?? ctx.now;
  const [schedule] = await ctx.read.schedules.loadSchedules({ ids: [input.scheduleId] }, at);
  if (schedule === undefined) throw notFound('On-call schedule');

  const ids = membersAt(schedule, at);
  const standIns = schedule.overrides.map((override) => override.memberId);
  const known = await ctx.read.members.findMany([...new Set([...ids.all, ...standIns])]);
  const byId = new Map(known.map((member) => [member.id, member]));
  const membersOf = (memberIds: readonly string[]): Member[] => memberIds.flatMap((id) => byId.get(id) ?? []);
  const nameOf = (id: string): string => byId.get(id)?.name ?? byId.get(id)?.email ?? id;
  return {
    current: membersOf(ids.current),
    next: membersOf(ids.next),
    all: membersOf(ids.all),
    explain: explainAt(schedule, at, nameOf),
  };
}
