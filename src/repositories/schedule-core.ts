import type { Restriction, Shift } from '../core/schedule/types.ts';
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
  };
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
