import type { EpochMs } from '../time/instant.ts';
import { timeZone } from '../time/zone.ts';
import { holderOfTurn, turnAt, type Turn } from './rotation.ts';
import type { Rotation } from './types.ts';

/**
 * What becomes of the turn that runs at an edit when its holder is no longer a member: they keep it to its end, or
 * whoever is next in line takes it over at once.
 */
export type Handover = 'TURN_END' | 'NOW';

/** How an edited shift goes on with the turns of the one it replaces. */
export type Continuation = Pick<Rotation, 'turnOffset' | 'kept'>;

const AFRESH: Continuation = { turnOffset: 0, kept: null };

/**
 * Continues the turns of `before` in `after`, an edit of it from `at` on: who has the running turn keeps it, and those
 * who were promised the next ones and are still members get them in the same order. A rotation that the edit changes
 * itself (its kind, length, start or time zone), and one that has not begun, is counted afresh from its start.
 */
export function continueTurns(
  before: { readonly shift: Rotation; readonly timeZone: string },
  after: { readonly shift: Rotation; readonly timeZone: string },
  at: EpochMs,
  handover: Handover,
): Continuation {
  if (!rotatesAlike(before, after) || after.shift.members.length === 0) return AFRESH;
  const turn = turnAt(before.shift, timeZone(before.timeZone), at);
  if (turn === undefined) return at < before.shift.startDate ? AFRESH : unmoved(before.shift, after.shift);
  const holder = holderOfTurn(before.shift, turn);
  const members = after.shift.members.map(({ memberId }) => memberId);
  const promises = promisedAfter(before.shift, turn).filter((id) => members.includes(id));
  // Where nobody stays, the first of the new ones begins.
  const promised = promises.length > 0 ? promises : members;
  if (holder !== undefined && members.includes(holder)) {
    return { turnOffset: bestOffset(members, turn.index, [holder, ...promised]), kept: null };
  }
  if (holder === undefined || handover === 'NOW') {
    return { turnOffset: bestOffset(members, turn.index, promised), kept: null };
  }
  const kept = { memberId: holder, until: turn.end };
  return { turnOffset: bestOffset(members, turn.index + 1, promised), kept };
}

function rotatesAlike(
  before: { readonly shift: Rotation; readonly timeZone: string },
  after: { readonly shift: Rotation; readonly timeZone: string },
): boolean {
  const [a, b] = [before.shift, after.shift];
  const isCustom = a.rotationType === 'CUSTOM';
  return (
    before.timeZone === after.timeZone &&
    a.startDate === b.startDate &&
    a.rotationType === b.rotationType &&
    (!isCustom || (a.customValue === b.customValue && a.customUnit === b.customUnit))
  );
}

function unmoved(before: Rotation, after: Rotation): Continuation {
  return { turnOffset: before.turnOffset % after.members.length, kept: null };
}

/** Who was to have the turns after `turn`, one round long. */
function promisedAfter(shift: Rotation, turn: Turn): string[] {
  return shift.members.flatMap(
    (_, i) => holderOfTurn(shift, { index: turn.index + 1 + i, start: turn.end }) ?? [],
  );
}

/** The offset with which the turns from `index` on follow `wished` for the longest; 0 first. */
function bestOffset(members: readonly string[], index: number, wished: readonly string[]): number {
  let best = { offset: 0, followed: -1 };
  for (let offset = 0; offset < members.length; offset += 1) {
    const differs = wished.findIndex((id, i) => members[(index + i + offset) % members.length] !== id);
    const followed = differs < 0 ? wished.length : differs;
    if (followed > best.followed) best = { offset, followed };
  }
  return best.offset;
}
