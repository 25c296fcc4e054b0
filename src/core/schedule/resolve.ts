import type { EpochMs } from '../time/instant.ts';
import { intersect, type Interval } from '../time/interval.ts';
import { timeZone, type TimeZone } from '../time/zone.ts';
import { applyOverrides, type Cover, type Holding } from './override.ts';
import { openWindows } from './restriction.ts';
import { holderOfTurn, turnsWithin } from './rotation.ts';
import type { Configuration, Override, Schedule, Shift, Stretch } from './types.ts';
import { versionsWithin } from './versions.ts';

/**
 * Who is on call within `range`, cut to it: the one answer that every other question about a schedule is derived from.
 *
 * Stretches of one shift, holder and override that touch are merged; they come in order of start, then of shift, those
 * of somebody who stands in for everybody (`shiftId` null) last. Each instant is answered by the version that holds then;
 * a PAUSED one has none. Throws RangeError for an
 * unknown time zone.
 */
export function shiftsBetween(schedule: Schedule, range: Interval): Stretch[] {
  if (range.start >= range.end) return [];
  const [first, ...later] = versionsWithin(schedule, range);
  if (first === undefined) return [];
  const stretches = resolve(first, schedule.overrides, first);
  for (const version of later)
    pushJoined(stretches, resolve(version, schedule.overrides, version), version.start);
  return stretches;
}

/** Adds what follows from `at` on; what goes on over `at` as it was stays one stretch. */
function pushJoined(stretches: Stretch[], more: readonly Stretch[], at: EpochMs): void {
  const ending = new Map<string, number>();
  for (const [index, stretch] of stretches.entries()) {
    if (stretch.end === at) ending.set(identity(stretch), index);
  }
  for (const stretch of more) {
    const index = stretch.start === at ? ending.get(identity(stretch)) : undefined;
    const before = index === undefined ? undefined : stretches[index];
    if (index === undefined || before === undefined) stretches.push(stretch);
    else stretches[index] = { ...before, end: stretch.end };
  }
}

function identity({ shiftId, memberId, overrideId }: Stretch): string {
  return JSON.stringify([shiftId, memberId, overrideId]);
}

/** Who is on call within `range` by one configuration. */
function resolve(configuration: Configuration, overrides: readonly Override[], range: Interval): Stretch[] {
  if (configuration.status !== 'ACTIVE') return [];
  const zone = timeZone(configuration.timeZone);
  const shifts = inOrder(configuration.shifts);
  const holdings = shifts.map((shift) => holdingsWithin(shift, zone, range));
  const { byShift, forEverybody } = applyOverrides(holdings, overrides, range);

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
    const memberId = holderOfTurn(shift, { index, start });
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
