import { asEpochMs, DAY_MS, HOUR_MS, type EpochMs } from '../time/instant.ts';
import type { Interval } from '../time/interval.ts';
import { firstInstantAt, plusWallMs, wallAt } from '../time/wall-clock.ts';
import type { TimeZone } from '../time/zone.ts';
import type { Rotation, RotationUnit } from './types.ts';

/** Turn `index` (from 0) of a shift, held through [start, end). Never of no length. */
export type Turn = { readonly index: number; readonly start: EpochMs; readonly end: EpochMs };

const UNIT_MS: Record<RotationUnit, number> = { HOURS: HOUR_MS, DAYS: DAY_MS, WEEKS: 7 * DAY_MS };

/** The length of one turn in milliseconds of wall clock. Throws RangeError for a CUSTOM rotation without value and unit. */
export function turnLengthMs(shift: Rotation): number {
  if (shift.rotationType === 'DAILY') return DAY_MS;
  if (shift.rotationType === 'WEEKLY') return 7 * DAY_MS;
  if (shift.customUnit === null || shift.customValue === null || !(shift.customValue > 0)) {
    throw new RangeError(`shift ${shift.id} has a CUSTOM rotation without value and unit`);
  }
  return shift.customValue * UNIT_MS[shift.customUnit];
}

/**
 * The member whose turn it is: number k of n holds turn i when i mod n is k, counted on from where edits left off.
 * Undefined without members.
 */
export function holderOfTurn(shift: Rotation, turn: Pick<Turn, 'index' | 'start'>): string | undefined {
  const { kept, members, turnOffset } = shift;
  if (kept !== null && turn.start < kept.until) return kept.memberId;
  return members[(turn.index + turnOffset) % members.length]?.memberId;
}

/**
 * The turns that share some time with `range`, in order and whole, the last one cut off at the shift's end.
 *
 * Turn i starts i periods after the anchor on the wall clock: at the first occurrence of a doubled reading (counted
 * from the anchor on, which may itself lie in the second), at the instant of the change for a skipped one. Turns that
 * have no length because of that are left out, so the numbers may jump.
 */
export function turnsWithin(shift: Rotation, zone: TimeZone, range: Interval): Turn[] {
  const anchor = shift.startDate;
  const from = range.start > anchor ? range.start : anchor;
  const until = shift.endDate === null || range.end < shift.endDate ? range.end : shift.endDate;
  if (from >= until) return [];

  const length = turnLengthMs(shift);
  const anchorWall = wallAt(zone, anchor);
  const handoff = (index: number): EpochMs =>
    firstInstantAt(zone, plusWallMs(anchorWall, index * length), anchor);

  const turns: Turn[] = [];
  // The clock may have shown more than it shows now (it was set back), never less: the guess is low at worst.
  let index = Math.max(0, Math.floor((wallAt(zone, from) - anchorWall) / length));
  let start = handoff(index);
  while (start < until) {
    const end = handoff(index + 1);
    if (end > from && end > start) turns.push({ index, start, end: cutOff(end, shift.endDate) });
    index += 1;
    start = end;
  }
  return turns;
}

/** The turn that runs at `at`, or undefined before the shift's start and from its end on. */
export function turnAt(shift: Rotation, zone: TimeZone, at: EpochMs): Turn | undefined {
  return turnsWithin(shift, zone, { start: at, end: asEpochMs(at + 1) })[0];
}

function cutOff(end: EpochMs, limit: EpochMs | null): EpochMs {
  return limit !== null && limit < end ? limit : end;
}
