import { DAY_MS, plusMs, type EpochMs } from '../time/instant.ts';
import { contains } from '../time/interval.ts';
import { timeZone, type TimeZone } from '../time/zone.ts';
import type { Explanation, Facts, RestrictionState } from './explanation.ts';
import { stretchAmong } from './members.ts';
import { stretchesAt } from './on-call-at.ts';
import { inOrder } from './resolve.ts';
import { openWindows } from './restriction.ts';
import { holderOfTurn, turnAt, type Turn } from './rotation.ts';
import { sentenceFor, sentenceForNoShift } from './sentence.ts';
import type { Restriction, Schedule, Shift, Stretch, Version } from './types.ts';
import { versionAt } from './versions.ts';

const RESTRICTION_LOOK_AHEAD_MS = 15 * DAY_MS;

/**
 * One explanation a shift, in shift order, for who is on call at `at`, or why nobody is; never empty.
 * `nameOf` puts a name to a member id in the sentences (default: the id itself).
 */
export function explainAt(
  schedule: Schedule,
  at: EpochMs,
  nameOf: (memberId: string) => string = (memberId) => memberId,
): Explanation[] {
  const version = versionAt(schedule, at);
  const zone = timeZone(version.timeZone);
  const running = stretchesAt(schedule, at);
  const isPaused = version.status === 'PAUSED';
  if (version.shifts.length === 0) {
    const facts: Facts = { ...NO_SHIFT, ...holderFacts(running[0]) };
    return [{ ...facts, sentence: sentenceForNoShift({ facts, isPaused, nameOf }) }];
  }
  return inOrder(version.shifts).map((shift) => {
    const stretch = stretchAmong(running, shift.id);
    const facts: Facts = {
      shiftId: shift.id,
      shiftName: shift.name,
      ...turnFacts(schedule, version, shift, at),
      ...holderFacts(stretch),
      restriction: restrictionState(shift.restriction, zone, at),
    };
    const isForEverybody = stretch !== undefined && stretch.shiftId === null;
    return { ...facts, sentence: sentenceFor({ shift, facts, zone, at, isPaused, isForEverybody, nameOf }) };
  });
}

/** From when on a schedule has to be known to explain `at`: since the first of the turns that run then began. */
export function explainedFrom(schedule: Schedule, at: EpochMs): EpochMs {
  const { shifts, timeZone: zone } = versionAt(schedule, at);
  const starts = shifts.map((shift) => turnAt(shift, timeZone(zone), at)?.start ?? at);
  return starts.reduce((earliest, start) => (start < earliest ? start : earliest), at);
}

const NO_SHIFT: Facts = {
  shiftId: null,
  shiftName: null,
  memberId: null,
  turn: null,
  turnMemberId: null,
  handoffBefore: null,
  handoffAfter: null,
  restriction: null,
  overrideId: null,
};

function holderFacts(stretch: Stretch | undefined): Pick<Facts, 'memberId' | 'overrideId'> {
  return { memberId: stretch?.memberId ?? null, overrideId: stretch?.overrideId ?? null };
}

type TurnFacts = Pick<Facts, 'turn' | 'turnMemberId' | 'handoffBefore' | 'handoffAfter'>;

function turnFacts(schedule: Schedule, version: Version, shift: Shift, at: EpochMs): TurnFacts {
  const turn = turnAt(shift, timeZone(version.timeZone), at);
  if (turn !== undefined) {
    return {
      turn: turn.index,
      turnMemberId: holderOfTurn(shift, turn) ?? null,
      handoffBefore: heldSince(schedule, version, shift, turn),
      handoffAfter: heldUntil(schedule, version, shift, turn),
    };
  }
  const isBefore = at < shift.startDate;
  return {
    turn: null,
    turnMemberId: null,
    handoffBefore: isBefore ? null : shift.endDate,
    handoffAfter: isBefore ? shift.startDate : null,
  };
}

/** When the turn began for who has it: at its start, or at the edit that gave it to them. */
function heldSince(schedule: Schedule, version: Version, shift: Shift, turn: Turn): EpochMs {
  if (turn.start >= version.start) return turn.start;
  const before = versionAt(schedule, plusMs(version.start, -1));
  const same = sameTurnIn(before, shift, turn, plusMs(version.start, -1));
  return same === undefined ? version.start : heldSince(schedule, before, same, turn);
}

/** When the turn ends for who has it: at its end, or at the edit that takes it from them. */
function heldUntil(schedule: Schedule, version: Version, shift: Shift, turn: Turn): EpochMs {
  if (turn.end <= version.end) return turn.end;
  const after = versionAt(schedule, version.end);
  const same = sameTurnIn(after, shift, turn, version.end);
  return same === undefined ? version.end : heldUntil(schedule, after, same, turn);
}

/** The shift in another version, where at `at` the same turn runs in it with the same holder. */
function sameTurnIn(version: Version, shift: Shift, turn: Turn, at: EpochMs): Shift | undefined {
  const there = version.shifts.find((one) => one.id === shift.id);
  if (there === undefined || version.status !== 'ACTIVE') return undefined;
  const other = turnAt(there, timeZone(version.timeZone), at);
  const isSame = other?.start === turn.start && other.end === turn.end;
  return isSame && holderOfTurn(there, other) === holderOfTurn(shift, turn) ? there : undefined;
}

function restrictionState(restriction: Restriction, zone: TimeZone, at: EpochMs): RestrictionState {
  const { type } = restriction;
  const end = plusMs(at, RESTRICTION_LOOK_AHEAD_MS);
  const first = openWindows(restriction, zone, { start: at, end })[0];
  if (first === undefined) return { type, isOpen: false, opensAt: null, closesAt: null };
  if (!contains(first, at)) return { type, isOpen: false, opensAt: first.start, closesAt: null };
  return { type, isOpen: true, opensAt: null, closesAt: first.end < end ? first.end : null };
}
