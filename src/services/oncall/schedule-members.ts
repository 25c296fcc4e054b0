import { explainAt, explainedFrom } from '../../core/schedule/explain.ts';
import type { Explanation } from '../../core/schedule/explanation.ts';
import { membersAt } from '../../core/schedule/members.ts';
import { everybodyIn } from '../../core/schedule/versions.ts';
import { DAY_MS, plusMs, type EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { KnownMember } from '../ports/members.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';

/** Longer than most turns, so that most schedules are loaded once. */
const MOST_TURNS_MS = 8 * DAY_MS;

/** Who is on call at `at` (default now), who is next, who may ever be, and why. Errors: `not_found`. */
export async function scheduleMembers(
  ctx: Context,
  input: { scheduleId: string; at?: EpochMs | undefined },
): Promise<{ current: KnownMember[]; next: KnownMember[]; all: KnownMember[]; explain: Explanation[] }> {
  const at = input.at ?? ctx.now;
  const schedule = await load(ctx, input.scheduleId, at);

  const ids = membersAt(schedule, at);
  const known = await ctx.read.members.findKnown([...everybodyIn(schedule)]);
  const byId = new Map(known.map((member) => [member.id, member]));
  const membersOf = (memberIds: readonly string[]): KnownMember[] =>
    memberIds.flatMap((id) => byId.get(id) ?? []);
  const nameOf = (id: string): string => byId.get(id)?.name ?? byId.get(id)?.email ?? id;
  return {
    current: membersOf(ids.current),
    next: membersOf(ids.next),
    all: membersOf(ids.all),
    explain: explainAt(schedule, at, nameOf),
  };
}

/** The schedule since its running turns began: an edit meanwhile may have given them to those who have them. */
async function load(ctx: Context, scheduleId: string, at: EpochMs): Promise<LoadedSchedule> {
  const loadFrom = async (from: EpochMs): Promise<LoadedSchedule> => {
    const [schedule] = await ctx.read.schedules.loadSchedules({ ids: [scheduleId] }, from);
    if (schedule === undefined) throw notFound('On-call schedule');
    return schedule;
  };
  // The calendar of the database begins with the year 1.
  const known = at > MOST_TURNS_MS ? plusMs(at, -MOST_TURNS_MS) : at;
  const schedule = await loadFrom(known);
  const needed = explainedFrom(schedule, at);
  return needed < known ? loadFrom(needed) : schedule;
}
