import type { EpochMs } from '../time/instant.ts';
import { subtract } from '../time/interval.ts';
import { lookAhead } from './look-ahead.ts';
import { onCallAt, stretchesAt } from './on-call-at.ts';
import { inOrder, shiftsBetween } from './resolve.ts';
import type { Schedule, Shift, Stretch } from './types.ts';
import { versionAt } from './versions.ts';

/** Member ids in shift order, without doubles. */
export type ScheduleMembers = { readonly current: string[]; readonly next: string[]; readonly all: string[] };

/**
 * `current`: who is on call at `at`. `next`: for each shift the holder of its first stretch to come, overrides counted,
 * that is not who holds it now, up to 366 days ahead. `all`: every member of every shift, of a PAUSED schedule too.
 */
export function membersAt(schedule: Schedule, at: EpochMs): ScheduleMembers {
  const shifts = inOrder(versionAt(schedule, at).shifts);
  const all = shifts.flatMap((shift) => shift.members.map((m) => m.memberId));
  return { current: onCallAt(schedule, at), next: nextMembers(schedule, at), all: [...new Set(all)] };
}

function nextMembers(schedule: Schedule, at: EpochMs): string[] {
  const running = stretchesAt(schedule, at);
  const shifts = inOrder(versionAt(schedule, at).shifts).filter((shift) =>
    mayChange(schedule, shift, holderAmong(running, shift.id)),
  );
  const found = new Map<Shift, string>();
  if (shifts.length === 0) return [];
  for (const range of lookAhead(at)) {
    const stretches = shiftsBetween(schedule, range);
    for (const shift of shifts) {
      if (found.has(shift)) continue;
      const now = holderAmong(running, shift.id);
      const next = asSeenBy(shift.id, stretches).find((s) => s.memberId !== now);
      if (next !== undefined) found.set(shift, next.memberId);
    }
    if (found.size === shifts.length) break;
  }
  return [...new Set(shifts.flatMap((shift) => found.get(shift) ?? []))];
}

/** False where only `now` can ever hold the shift, so that a year need not be searched for somebody else. */
function mayChange(schedule: Schedule, shift: Shift, now: string | undefined): boolean {
  return (
    schedule.overrides.length > 0 ||
    schedule.others.length > 0 ||
    shift.members.some(({ memberId }) => memberId !== now)
  );
}

/** Who has that shift among stretches that run at one instant: its own holder, or whoever stands in for everybody. */
export function holderAmong(running: readonly Stretch[], shiftId: string): string | undefined {
  return stretchAmong(running, shiftId)?.memberId;
}

/** The stretch behind `holderAmong`. */
export function stretchAmong(running: readonly Stretch[], shiftId: string): Stretch | undefined {
  return running.find((s) => s.shiftId === shiftId) ?? running.find((s) => s.shiftId === null);
}

/** A stand-in for everybody holds each shift wherever the shift has nobody of its own. */
function asSeenBy(shiftId: string, stretches: readonly Stretch[]): Stretch[] {
  const own = stretches.filter((s) => s.shiftId === shiftId);
  const forEverybody = stretches
    .filter((s) => s.shiftId === null)
    .flatMap((s) => subtract([s], own).map((part) => ({ ...s, ...part })));
  return [...own, ...forEverybody].sort((a, b) => a.start - b.start);
}
