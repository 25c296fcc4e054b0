import type { Restriction, Shift, Version } from '../core/schedule/types.ts';
import { BEGINNING, END_OF_TIME } from '../core/schedule/versions.ts';
import type { ScheduleVersion } from '../services/ports/schedule-versions.ts';
import type { ConfiguredShift } from '../services/ports/schedules.ts';

/** The shift as the core reckons with it: only the settings that its types use. */
export function coreShift(shift: ConfiguredShift): Shift {
  return {
    id: shift.id,
    name: shift.name,
    order: shift.order,
    members: shift.members.map(({ memberId }) => ({ memberId })),
    rotationType: shift.rotationType,
    customValue: shift.customValue,
    customUnit: shift.customUnit,
    startDate: shift.startDate,
    endDate: shift.endDate,
    restriction: restrictionOf(shift),
    turnOffset: shift.turnOffset,
    kept: shift.kept,
  };
}

/** Versions, in order, as the core reckons with them: of those to come each ends where the next one begins. */
export function coreVersions(versions: readonly ScheduleVersion[]): Version[] {
  return versions.map(({ status, timeZone, shifts, effectiveFrom, effectiveUntil }, i) => ({
    status,
    timeZone,
    shifts: shifts.map(coreShift),
    start: effectiveFrom ?? BEGINNING,
    end: effectiveUntil ?? versions[i + 1]?.effectiveFrom ?? END_OF_TIME,
  }));
}

function restrictionOf(shift: ConfiguredShift): Restriction {
  switch (shift.restrictionType) {
    case 'NONE':
      return { type: 'NONE' };
    case 'TIMEOFDAY':
      // Both times are always there with this type; equal ones mean the whole day.
      return { type: 'TIMEOFDAY', start: shift.timeOfDayStart ?? 0, end: shift.timeOfDayEnd ?? 0 };
    case 'TIMEINTERVALS':
      return {
        type: 'TIMEINTERVALS',
        intervals: shift.intervals.map(({ startDay, startTime, endDay, endTime }) => ({
          startDay,
          startTime,
          endDay,
          endTime,
        })),
      };
  }
}
