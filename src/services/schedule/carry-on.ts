import { isDeepStrictEqual } from 'node:util';
import type { EpochMs } from '../../core/time/instant.ts';
import type { ScheduleVersion } from '../ports/schedule-versions.ts';
import type { ConfiguredShift, ScheduleDefinition } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';
import { continued } from './continued.ts';
import { definitionOf } from './put-in-force.ts';

/**
 * Carries an edit, which made `after` of `before`, on into what is planned behind it (`later`, in order): a plan keeps
 * what it changes itself, and has the rest from what now comes before it. Needs the schedule's lock.
 */
export async function carryOn(
  store: Store,
  scheduleId: string,
  later: readonly ScheduleVersion[],
  edit: { readonly before: ScheduleDefinition; readonly after: ScheduleDefinition },
): Promise<void> {
  let { before, after } = edit;
  for (const version of later) {
    if (version.effectiveFrom === null || isSame(before, after)) return;
    const moved = { ...version, ...onto(after, version, before, version.effectiveFrom) };
    // It takes the place of the one with the same instant.
    if (!isSame(moved, version)) await store.scheduleVersions.insert(scheduleId, moved);
    [before, after] = [version, moved];
  }
}

/** What a plan for `at`, made of `before`, is when `after` comes before it. */
function onto(
  after: ScheduleDefinition,
  plan: ScheduleDefinition,
  before: ScheduleDefinition,
  at: EpochMs,
): ScheduleDefinition {
  const leavesShifts = isDeepStrictEqual(plan.shifts.map(settings), before.shifts.map(settings));
  const definition = {
    status: plan.status === before.status ? after.status : plan.status,
    timeZone: plan.timeZone === before.timeZone ? after.timeZone : plan.timeZone,
    shifts: leavesShifts ? after.shifts : plan.shifts,
  };
  const endsTurns = isDeepStrictEqual(continued(before, plan, at, 'TURN_END'), plan.shifts);
  return { ...definition, shifts: continued(after, definition, at, endsTurns ? 'TURN_END' : 'NOW') };
}

/** A shift but for what follows from the one before it, and the ids of its parts, which not every client sends back. */
function settings({ turnOffset: _turnOffset, kept: _kept, members, intervals, ...shift }: ConfiguredShift) {
  return {
    ...shift,
    members: members.map(({ memberId, color }) => ({ memberId, color })),
    intervals: intervals.map(({ id: _id, ...interval }) => interval),
  };
}

function isSame(a: ScheduleDefinition, b: ScheduleDefinition): boolean {
  return isDeepStrictEqual(definitionOf(a), definitionOf(b));
}
