import type { Override } from './types.ts';

/** Who is on call, and the override that put them there (null: their own turn). */
export type OnDuty = { readonly memberId: string; readonly overrideId: string | null };

/** Who is on call at one instant: for each shift (undefined: nobody), and for everybody. */
export type Duties = { readonly byShift: (OnDuty | undefined)[]; readonly forEverybody: OnDuty | undefined };

/**
 * Applies the overrides `active` at one instant, in order of creation, to those whose turn it is (`holders`, one a shift).
 *
 * For each holder the override created last among those that name them, or everybody, decides; one created later that
 * names the stand-in moves the duty on, except back within a swap of two who both have a turn. Somebody who stands in
 * for everybody is on call in gaps too, and off only when later overrides have taken over all there was to cover.
 */
export function dutiesAt(holders: readonly (string | undefined)[], active: readonly Override[]): Duties {
  const everybody = active.findLastIndex((o) => o.replacesMemberId === null);
  let isLeftToEverybody = false;
  let isTakenOver = false;

  const byShift = holders.map((holder): OnDuty | undefined => {
    if (holder === undefined) return undefined;
    const last = active.findLastIndex((o) => replaces(o, holder));
    if (last === everybody && last >= 0) {
      isLeftToEverybody = true;
      return undefined;
    }
    isTakenOver = true;
    return last < 0 ? { memberId: holder, overrideId: null } : follow(last, active, holders, [holder]);
  });

  const isNeeded = everybody >= 0 && (isLeftToEverybody || !isTakenOver);
  return { byShift, forEverybody: isNeeded ? follow(everybody, active, holders, []) : undefined };
}

function replaces(override: Override, memberId: string): boolean {
  return override.replacesMemberId === null || override.replacesMemberId === memberId;
}

/** Follows override number `index` to whoever has the duty in the end; `seen` had it before. */
function follow(
  index: number,
  active: readonly Override[],
  holders: readonly (string | undefined)[],
  seen: readonly string[],
): OnDuty | undefined {
  const override = active[index];
  if (override === undefined) return undefined;
  const { memberId } = override;
  const hasOwnTurn = holders.includes(memberId);
  const next = active.findLastIndex((o, i) => {
    const isSwapBack = hasOwnTurn && seen.includes(o.memberId);
    return i > index && o.replacesMemberId === memberId && !isSwapBack;
  });
  if (next < 0) return { memberId, overrideId: override.id };
  return follow(next, active, holders, [...seen, memberId]);
}
