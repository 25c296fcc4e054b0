import { intersect, type Interval } from '../time/interval.ts';
import { timeZone, type TimeZone } from '../time/zone.ts';
import { applyOverrides, type Cover, type Holding } from './override.ts';
import { openWindows } from './restriction.ts';
import { holderOfTurn, turnsWithin } from './rotation.ts';
import type { Schedule, Shift, Stretch } from './types.ts';

/**
 * Who is on call within `range`, cut to it: the one answer that every other question about a schedule is derived from.
 *
 * Stretches of one shift, holder and override that touch are merged; they come in order of start, then of shift, those
 * of somebody who stands in for everybody (`shiftId` null) last. A PAUSED schedule has none. Throws RangeError for an
 * unknown time zone.
 */
export function shiftsBetween(schedule: Schedule, range: Interval): Stretch[] {
  if (schedule.status !== 'ACTIVE' || range.start >= range.end) return [];
  const zone = timeZone(schedule.timeZone);
  const shifts = inOrder(schedule.shifts);
  const holdings = shifts.map((shift) => holdingsWithin(shift, zone, range));
  const { byShift, forEverybody } = applyOverrides(holdings, schedule.overrides, range);

  const stretches: Stretch[] = [];
  byShift.forEach((covers, i) => pushMerged(stretches, shifts[i]?.id ?? null, covers));
  pushMerged(stretches, null, forEverybody);
  // The sort is stable, so equal starts stay in the order of shifts.
  return stretches.sort((a, b) => a.start - b.start);
}

/** The shifts by rising `order`; equal ones stay as they are listed. */
export function inOrder(shifts: readonly Shift[]): readonly Shift[] {
  return shifts.toSorted((a, b) => a.order - b.order);
}

/** Whose turn it is within `range`, where the restriction lets anybody be on call. */
function holdingsWithin(shift: Shift, zone: TimeZone, range: Interval): Holding[] {
  const holdings: Holding[] = [];
  for (const { index, start, end } of turnsWithin(shift, zone, range)) {
    const memberId = holderOfTurn(shift, index);
    if (memberId !== undefined) holdings.push({ start, end, memberId });
  }
  if (holdings.length === 0) return holdings;
  return intersect(holdings, openWindows(shift.restriction, zone, range));
}

function pushMerged(stretches: Stretch[], shiftId: string | null, covers: readonly Cover[]): void {
  let last: Stretch | undefined;
  for (const { start, end, memberId, overrideId } of covers) {
    const isSame = last?.end === start && last.memberId === memberId && last.overrideId === overrideId;
    if (last !== undefined && isSame) stretches.pop();
    last = { start: last !== undefined && isSame ? last.start : start, end, memberId, shiftId, overrideId };
    stretches.push(last);
  }
}
