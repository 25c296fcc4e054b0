import { intersect, overlaps, subtract, union, type Interval } from '../time/interval.ts';
import type { EpochMs } from '../time/instant.ts';
import type { Override } from './types.ts';

/** Who holds a shift through [start, end) when no override is looked at. */
export type Holding = { readonly start: EpochMs; readonly end: EpochMs; readonly memberId: string };

/** Who holds it after the overrides; `overrideId` null where none applied. */
export type Cover = Holding & { readonly overrideId: string | null };

/** What overrides make of the holdings: one list a shift, and the stand-ins for everybody. Neither is merged. */
export type Covered = { readonly byShift: readonly Cover[][]; readonly forEverybody: Cover[] };

type StandIn = { memberId: string; overrideId: string | null; isForEverybody: boolean };

/**
 * Applies overrides to the sorted holdings of each shift within `range`.
 *
 * For each holder the override created last among those that name them, or everybody, decides; one created later that
 * names the stand-in then moves the duty on. Somebody who stands in for everybody is on call in gaps too, and off only
 * while later overrides have taken over all that was to be covered.
 */
export function applyOverrides(
  holdings: readonly (readonly Holding[])[],
  overrides: readonly Override[],
  range: Interval,
): Covered {
  const relevant = overrides.filter((o) => overlaps(o, range)).sort(byCreation);
  if (relevant.length === 0) {
    const untouched = holdings.map((list) => list.map((h) => ({ ...h, overrideId: null })));
    return { byShift: untouched, forEverybody: [] };
  }
  const byShift: Cover[][] = holdings.map(() => []);
  const forEverybody: Cover[] = [];

  for (const window of windowsBetweenCuts(relevant, range)) {
    const active = relevant.filter((o) => o.start <= window.start && window.end <= o.end);
    const takenOver: Interval[] = [];
    const leftToEverybody: Interval[] = [];
    for (const [slot, list] of holdings.entries()) {
      for (const { start, end, memberId } of intersect(list, [window])) {
        const standIn = standInFor(memberId, active);
        if (standIn.isForEverybody) leftToEverybody.push({ start, end });
        else {
          takenOver.push({ start, end });
          byShift[slot]?.push({ start, end, memberId: standIn.memberId, overrideId: standIn.overrideId });
        }
      }
    }
    const everybody = active.findLastIndex((o) => o.replacesMemberId === null);
    const standIn = everybody < 0 ? undefined : follow(active, everybody);
    if (standIn === undefined) continue;
    const notNeeded = subtract(union(takenOver), union(leftToEverybody));
    for (const part of subtract([window], notNeeded)) {
      forEverybody.push({ ...part, memberId: standIn.memberId, overrideId: standIn.overrideId });
    }
  }
  return { byShift, forEverybody };
}

function byCreation(a: Override, b: Override): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.id < b.id ? -1 : 1;
}

/** Cuts `range` wherever an override starts or ends, so that in each window the same ones are active throughout. */
function windowsBetweenCuts(overrides: readonly Override[], range: Interval): Interval[] {
  const cuts = new Set<EpochMs>();
  for (const { start, end } of overrides) {
    if (start > range.start) cuts.add(start);
    if (end < range.end) cuts.add(end);
  }
  const windows: Interval[] = [];
  let start = range.start;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    windows.push({ start, end: cut });
    start = cut;
  }
  windows.push({ start, end: range.end });
  return windows;
}

/** `active` in order of creation. */
function standInFor(memberId: string, active: readonly Override[]): StandIn {
  const last = active.findLastIndex((o) => o.replacesMemberId === null || o.replacesMemberId === memberId);
  return last < 0 ? { memberId, overrideId: null, isForEverybody: false } : follow(active, last);
}

/** From override number `index` on: whoever was made to stand in may be replaced by a later override in turn. */
function follow(active: readonly Override[], index: number): StandIn {
  let current = active[index];
  const isForEverybody = current?.replacesMemberId === null;
  for (;;) {
    const memberId = current?.memberId ?? '';
    const next = active.findLastIndex((o, i) => i > index && o.replacesMemberId === memberId);
    if (next < 0) return { memberId, overrideId: current?.id ?? null, isForEverybody };
    index = next;
    current = active[next];
  }
}
