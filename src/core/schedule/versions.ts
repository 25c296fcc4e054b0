import { overlap, subtract, type Interval } from '../time/interval.ts';
import type { EpochMs } from '../time/instant.ts';
import type { Configuration, Schedule, Shift, Version } from './types.ts';

/** The instants between which every question about time is asked: those that a calendar date can be written for. */
export const BEGINNING = -8.64e15 as EpochMs;
export const END_OF_TIME = 8.64e15 as EpochMs;

/** What holds when within `range`: in order, without gaps. */
export function versionsWithin(schedule: Schedule, range: Interval): Version[] {
  if (schedule.others.length === 0) return [presentIn(schedule, range)];
  const others = schedule.others.flatMap((version) => {
    const part = overlap(version, range);
    return part === undefined ? [] : [{ ...version, ...part }];
  });
  const present = subtract([range], others).map((part) => presentIn(schedule, part));
  return [...others, ...present].sort((a, b) => a.start - b.start);
}

/** What holds at `at`, and from when to when. */
export function versionAt(schedule: Schedule, at: EpochMs): Version {
  const all = versionsWithin(schedule, { start: BEGINNING, end: END_OF_TIME });
  return all.findLast((version) => version.start <= at) ?? presentIn(schedule, { start: at, end: at });
}

/** Every shift that there ever is: those of the present first, each id once. */
export function everyShift(schedule: Schedule): Shift[] {
  const found = new Map<string, Shift>();
  for (const { shifts } of [schedule, ...schedule.others]) {
    for (const shift of shifts) if (!found.has(shift.id)) found.set(shift.id, shift);
  }
  return [...found.values()];
}

/** What a shift is called; null for one that never was. */
export function shiftName(schedule: Schedule, shiftId: string): string | null {
  return everyShift(schedule).find((shift) => shift.id === shiftId)?.name ?? null;
}

/** Everybody whom the schedule could ever put on call by a turn or an override. */
export function everybodyIn(schedule: Schedule): Set<string> {
  const configurations = [schedule, ...schedule.others];
  return new Set([
    ...configurations.flatMap(({ shifts }) => shifts.flatMap((shift) => holdersOf(shift))),
    ...schedule.overrides.map((override) => override.memberId),
  ]);
}

function holdersOf({ members, kept }: Shift): string[] {
  const ids = members.map(({ memberId }) => memberId);
  return kept === null ? ids : [...ids, kept.memberId];
}

function presentIn({ status, timeZone, shifts }: Configuration, range: Interval): Version {
  return { status, timeZone, shifts, start: range.start, end: range.end };
}
