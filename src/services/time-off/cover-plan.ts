import { planCover, stillToCome, timesOnCall, type CoverPlan } from '../../core/schedule/cover.ts';
import type { Context } from '../context.ts';
import { mapInTurns } from '../map-in-turns.ts';
import { mayHold } from '../oncall/member-on-call.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import type { Swap } from '../ports/swaps.ts';
import type { TimeOff } from '../ports/time-off.ts';

/** The plan for the schedules on which something is to be done. */
export type SchedulePlan = CoverPlan & { readonly schedule: LoadedSchedule };

/**
 * What a time off still needs on those schedules, loaded from now on. `swaps`, those that concern it, are to be read
 * before the schedules: one that is accepted between the two then is seen as open, and not as never asked.
 */
export async function coverPlans(
  ctx: Context,
  input: { timeOff: TimeOff; swaps: readonly Swap[]; schedules: readonly LoadedSchedule[] },
): Promise<SchedulePlan[]> {
  const { timeOff, swaps, schedules } = input;
  const rest = stillToCome(timeOff, ctx.now);
  if (rest === undefined) return [];
  const asked = new Set(swaps.map(({ scheduleId }) => scheduleId));
  const concerned = schedules.filter((one) => asked.has(one.id) || mayHold(one, timeOff.memberId));
  const plans = await mapInTurns(concerned, (schedule) => ({
    schedule,
    ...planCover({
      times: timesOnCall(schedule, timeOff.memberId, rest),
      requests: swaps
        .filter(({ scheduleId }) => scheduleId === schedule.id)
        .map((swap) => requestOf(swap, timeOff)),
      now: ctx.now,
    }),
  }));
  return plans.filter(({ missing, outdated }) => missing.length > 0 || outdated.length > 0);
}

function requestOf({ id, given, status, timeOffId }: Swap, timeOff: TimeOff) {
  return { id, ...given, isOpen: status === 'OPEN', isOfTimeOff: timeOffId === timeOff.id };
}
