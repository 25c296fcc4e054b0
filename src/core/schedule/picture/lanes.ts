import type { Stretch } from '../types.ts';
import { colorFor, hexColor } from './color.ts';
import { plainText } from './text.ts';
import type { Lane, LaneStretch } from './types.ts';

/** A shift as it is set up: what its lane is called, and the colours that were chosen. */
export type PicturedShift = {
  readonly id: string;
  readonly name: string;
  readonly members: readonly { readonly memberId: string; readonly color: string }[];
};

/**
 * One lane a shift in the order given, then one for each shift that only `stretches` know, then one for who stands in
 * for everybody, where there is somebody. A member has the colour chosen for them in the shift, else in any other,
 * else one derived from their id.
 */
export function lanesOf(input: {
  readonly shifts: readonly PicturedShift[];
  readonly stretches: readonly Stretch[];
  readonly memberName: (memberId: string) => string;
  readonly shiftName: (shiftId: string) => string;
}): Lane[] {
  const { shifts, stretches, memberName, shiftName } = input;
  const colors = chosenColors(shifts);
  const names = new Map<string, string>();
  const nameOf = (memberId: string): string => {
    const known = names.get(memberId);
    if (known !== undefined) return known;
    const name = plainText(memberName(memberId)) || memberId;
    names.set(memberId, name);
    return name;
  };
  const byShift = new Map<string, LaneStretch[]>(shifts.map((shift) => [shift.id, []]));
  const forEverybody: LaneStretch[] = [];
  for (const { start, end, memberId, shiftId, overrideId } of stretches) {
    const isOverride = overrideId !== null;
    const color =
      colors.get(keyOf(shiftId, memberId)) ?? colors.get(keyOf(null, memberId)) ?? colorFor(memberId);
    const stretch = { start, end, memberId, memberName: nameOf(memberId), color, isOverride };
    let lane = shiftId === null ? forEverybody : byShift.get(shiftId);
    if (lane === undefined && shiftId !== null) byShift.set(shiftId, (lane = []));
    lane?.push(stretch);
  }
  const shiftNames = new Map(shifts.map((shift) => [shift.id, shift.name]));
  const lanes = [...byShift].map(([id, own]) => {
    return { name: plainText(shiftNames.get(id) ?? shiftName(id)), stretches: own };
  });
  return forEverybody.length === 0 ? lanes : [...lanes, { name: 'For everybody', stretches: forEverybody }];
}

function chosenColors(shifts: readonly PicturedShift[]): Map<string, string> {
  const colors = new Map<string, string>();
  for (const { id, members } of shifts) {
    for (const { memberId, color } of members) {
      const hex = hexColor(color);
      if (hex === undefined) continue;
      // A member's first place in a shift decides, and their first place in all of them.
      for (const key of [keyOf(id, memberId), keyOf(null, memberId)]) {
        if (!colors.has(key)) colors.set(key, hex);
      }
    }
  }
  return colors;
}

function keyOf(shiftId: string | null, memberId: string): string {
  return `${shiftId ?? ''}\n${memberId}`;
}
