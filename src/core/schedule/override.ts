import type { EpochMs } from '../time/instant.ts';
import { intersect, overlaps, type Interval } from '../time/interval.ts';
import { dutiesAt, type OnDuty } from './stand-in.ts';
import type { Override } from './types.ts';

/** Who holds a shift through [start, end) when no override is looked at. */
export type Holding = Interval & { readonly memberId: string };

/** Who holds it after the overrides. */
export type Cover = Interval & OnDuty;

/** What overrides make of the holdings: one list a shift, and the stand-ins for everybody; sorted, not merged. */
export type Covered = { readonly byShift: readonly Cover[][]; readonly forEverybody: Cover[] };

/** Applies overrides to the sorted holdings of each shift within `range`, by the rules of `dutiesAt`. */
export function applyOverrides(
  holdings: readonly (readonly Holding[])[],
  overrides: readonly Override[],
  range: Interval,
): Covered {
  const relevant = overrides.filter((o) => overlaps(o, range)).sort(byCreation);
  if (relevant.length === 0) return { byShift: holdings.map(ownTurns), forEverybody: [] };

  const covered: Covered = { byShift: holdings.map(() => []), forEverybody: [] };

  for (const window of cutAtEdges(range, relevant)) {
    const active = relevant.filter((o) => o.start <= window.start && window.end <= o.end);
    const within = holdings.map((list) => intersect(list, [window]));
    if (active.length === 0) keepOwnTurns(covered, within);
    else replaceWithin(covered, within, active, window);
  }
  return covered;
}

function ownTurns(list: readonly Holding[]): Cover[] {
  return list.map(({ start, end, memberId }) => ({ start, end, memberId, overrideId: null }));
}

function keepOwnTurns(covered: Covered, holdings: readonly (readonly Holding[])[]): void {
  holdings.forEach((list, slot) => {
    for (const cover of ownTurns(list)) covered.byShift[slot]?.push(cover);
  });
}

/** Walks the moments of `window`, through each of which every shift keeps its holder. */
function replaceWithin(
  covered: Covered,
  holdings: readonly (readonly Holding[])[],
  active: readonly Override[],
  window: Interval,
): void {
  const cursors = holdings.map(() => 0);
  for (const moment of cutAtEdges(window, holdings.flat())) {
    const holders = holdings.map((list, slot) => {
      let cursor = cursors[slot] ?? 0;
      while ((list[cursor]?.end ?? Infinity) <= moment.start) cursor += 1;
      cursors[slot] = cursor;
      const holding = list[cursor];
      return holding !== undefined && holding.start <= moment.start ? holding.memberId : undefined;
    });
    const { byShift, forEverybody } = dutiesAt(holders, active);
    for (const [slot, onDuty] of byShift.entries()) {
      if (onDuty !== undefined) covered.byShift[slot]?.push({ ...moment, ...onDuty });
    }
    if (forEverybody !== undefined) covered.forEverybody.push({ ...moment, ...forEverybody });
  }
}

function byCreation(a: Override, b: Override): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.id < b.id ? -1 : 1;
}

/** Cuts `range` wherever one of `intervals` starts or ends within it. */
function cutAtEdges(range: Interval, intervals: readonly Interval[]): Interval[] {
  const edges = new Set<EpochMs>();
  for (const { start, end } of intervals) {
    if (range.start < start && start < range.end) edges.add(start);
    if (range.start < end && end < range.end) edges.add(end);
  }
  const pieces: Interval[] = [];
  let start = range.start;
  for (const end of [...edges].sort((a, b) => a - b)) {
    pieces.push({ start, end });
    start = end;
  }
  pieces.push({ start, end: range.end });
  return pieces;
}
