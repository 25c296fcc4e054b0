import { continueTurns, type Handover } from '../../core/schedule/edit.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { ConfiguredShift, ScheduleDefinition } from '../ports/schedules.ts';

/** The shifts of `after`, an edit of `before` from `at` on, each going on with the turns of the one with its id. */
export function continued(
  before: ScheduleDefinition,
  after: ScheduleDefinition,
  at: EpochMs,
  handover: Handover,
): ConfiguredShift[] {
  return after.shifts.map((shift) => {
    const old = before.shifts.find(({ id }) => id === shift.id);
    if (old === undefined) return shift;
    const continuation = continueTurns(
      { shift: old, timeZone: before.timeZone },
      { shift, timeZone: after.timeZone },
      at,
      handover,
    );
    return { ...shift, ...continuation };
  });
}
