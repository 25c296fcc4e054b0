import type { EpochMs } from '../time/instant.ts';
import { intersect, subtract, union, type Interval } from '../time/interval.ts';
import { gapsBetween } from './gaps.ts';
import { shiftsBetween } from './resolve.ts';
import type { Schedule, Stretch } from './types.ts';

/** Through [start, end) `after` has the shift instead of `before`; null: nobody. `shiftId` null: for everybody. */
export type HolderChange = Interval & {
  readonly shiftId: string | null;
  readonly before: string | null;
  readonly after: string | null;
};

/** How long more, and how long less, somebody is on call; in milliseconds. */
export type MemberChange = {
  readonly memberId: string;
  readonly gainedMs: number;
  readonly lostMs: number;
};

export type ScheduleDiff = {
  /** In order of start. */
  readonly changes: readonly HolderChange[];
  /** Those who gain or lose, the most affected first. */
  readonly members: readonly MemberChange[];
  readonly newGaps: readonly Interval[];
  readonly closedGaps: readonly Interval[];
};

/** What `after` changes of who is on call within `range`. */
export function differencesBetween(before: Schedule, after: Schedule, range: Interval): ScheduleDiff {
  const [old, young] = [shiftsBetween(before, range), shiftsBetween(after, range)];
  const shiftIds = [...new Set([...old, ...young].map((stretch) => stretch.shiftId))];
  const changes = shiftIds.flatMap((shiftId) => {
    const ofShift = (stretches: readonly Stretch[]) => stretches.filter((s) => s.shiftId === shiftId);
    return changesOf(shiftId, ofShift(old), ofShift(young), range);
  });
  const [oldGaps, newGaps] = [gapsBetween(before, range), gapsBetween(after, range)];
  return {
    changes: changes.sort((a, b) => a.start - b.start),
    members: memberChanges(old, young),
    newGaps: subtract(newGaps, oldGaps),
    closedGaps: subtract(oldGaps, newGaps),
  };
}

/** Both lists of one shift, so that one holds at a time. */
function changesOf(
  shiftId: string | null,
  old: readonly Stretch[],
  young: readonly Stretch[],
  range: Interval,
): HolderChange[] {
  const edges = new Set<EpochMs>([range.start, range.end]);
  for (const { start, end } of [...old, ...young]) edges.add(start).add(end);
  const changes: HolderChange[] = [];
  const [holderBefore, holderAfter] = [walk(old), walk(young)];
  let start = range.start;
  for (const end of [...edges].sort((a, b) => a - b).slice(1)) {
    const [before, after] = [holderBefore(start), holderAfter(start)];
    const last = changes.at(-1);
    if (last?.end === start && last.before === before && last.after === after) {
      changes[changes.length - 1] = { ...last, end };
    } else if (before !== after) changes.push({ start, end, shiftId, before, after });
    start = end;
  }
  return changes;
}

/** Who holds at one instant after the other: each question is later than the one before it. */
function walk(stretches: readonly Stretch[]): (at: EpochMs) => string | null {
  let next = 0;
  return (at) => {
    while ((stretches[next]?.end ?? Infinity) <= at) next += 1;
    const stretch = stretches[next];
    return stretch !== undefined && stretch.start <= at ? stretch.memberId : null;
  };
}

function memberChanges(old: readonly Stretch[], young: readonly Stretch[]): MemberChange[] {
  const ids = new Set([...old, ...young].map((stretch) => stretch.memberId));
  const timeOf = (stretches: readonly Stretch[], id: string) =>
    union(stretches.filter((stretch) => stretch.memberId === id));
  return [...ids]
    .map((memberId) => {
      const [before, after] = [timeOf(old, memberId), timeOf(young, memberId)];
      const keptMs = lengthOf(intersect(before, after));
      return { memberId, gainedMs: lengthOf(after) - keptMs, lostMs: lengthOf(before) - keptMs };
    })
    .filter(({ gainedMs, lostMs }) => gainedMs + lostMs > 0)
    .sort((a, b) => b.gainedMs + b.lostMs - a.gainedMs - a.lostMs);
}

function lengthOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { start, end }) => sum + end - start, 0);
}
