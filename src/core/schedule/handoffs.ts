import { plusMs, type EpochMs } from '../time/instant.ts';
import { union, type Interval } from '../time/interval.ts';
import { lookAhead } from './look-ahead.ts';
import { shiftsBetween } from './resolve.ts';
import type { Schedule, Stretch } from './types.ts';
import { everyShift } from './versions.ts';

/** At `at` the members on call change from `before` to `after` (ids in shift order, either may be empty). */
export type Handoff = { readonly at: EpochMs; readonly before: string[]; readonly after: string[] };

/** Every instant in [start, end) at which the set of members on call changes, in order. */
export function handoffsBetween(schedule: Schedule, range: Interval): Handoff[] {
  if (range.start >= range.end) return [];
  const start = plusMs(range.start, -1);
  const stretches = shiftsBetween(schedule, { start, end: range.end });
  const changes = [...new Set(stretches.flatMap((s) => [s.start, s.end]))].sort((a, b) => a - b);

  const handoffs: Handoff[] = [];
  let running: Stretch[] = [];
  let before: string[] = [];
  let next = 0;
  for (const at of changes) {
    if (at >= range.end) break;
    running = running.filter((s) => s.end > at);
    for (let s = stretches[next]; s?.start === at; s = stretches[next]) {
      running.push(s);
      next += 1;
    }
    const after = memberIds(schedule, running);
    if (at >= range.start && !sameMembers(before, after)) handoffs.push({ at, before, after });
    before = after;
  }
  return handoffs;
}

/** The first handoff after `at`, or null when there is none within 366 days. */
export function nextHandoff(schedule: Schedule, at: EpochMs): Handoff | null {
  for (const range of lookAhead(plusMs(at, 1))) {
    const first = handoffsBetween(schedule, range)[0];
    if (first !== undefined) return first;
  }
  return null;
}

/** When `memberId`, on call at `at`, is so no longer, in whatever shift; null when not on call at `at`, or not off within 366 days. */
export function onCallUntil(schedule: Schedule, memberId: string, at: EpochMs): EpochMs | null {
  let isFirst = true;
  for (const range of lookAhead(at)) {
    const own = shiftsBetween(schedule, range).filter((s) => s.memberId === memberId);
    const running = union(own)[0];
    if (running === undefined || running.start > range.start) return isFirst ? null : range.start;
    if (running.end < range.end) return running.end;
    isFirst = false;
  }
  return null;
}

function memberIds(schedule: Schedule, running: readonly Stretch[]): string[] {
  const shifts = everyShift(schedule);
  const rank = (s: Stretch): number =>
    shifts.find((shift) => shift.id === s.shiftId)?.order ?? Number.MAX_SAFE_INTEGER;
  const ordered = running.length > 1 ? running.toSorted((a, b) => rank(a) - rank(b)) : running;
  return [...new Set(ordered.map((s) => s.memberId))];
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
