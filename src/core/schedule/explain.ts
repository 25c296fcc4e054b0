import { DAY_MS, plusMs, type EpochMs } from '../time/instant.ts';
import { contains } from '../time/interval.ts';
import { timeZone, type TimeZone } from '../time/zone.ts';
import type { Explanation, Facts, RestrictionState } from './explanation.ts';
import { stretchAmong } from './members.ts';
import { stretchesAt } from './on-call-at.ts';
import { inOrder } from './resolve.ts';
import { openWindows } from './restriction.ts';
import { holderOfTurn, turnAt } from './rotation.ts';
import { sentenceFor, sentenceForNoShift } from './sentence.ts';
import type { Restriction, Schedule, Shift, Stretch } from './types.ts';

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
  const zone = timeZone(schedule.timeZone);
  const running = stretchesAt(schedule, at);
  const isPaused = schedule.status === 'PAUSED';
  if (schedule.shifts.length === 0) {
    const facts: Facts = { ...NO_SHIFT, ...holderFacts(running[0]) };
    return [{ ...facts, sentence: sentenceForNoShift({ facts, isPaused, nameOf }) }];
  }
  return inOrder(schedule.shifts).map((shift) => {
    const stretch = stretchAmong(running, shift.id);
    const facts: Facts = {
      shiftId: shift.id,
      shiftName: shift.name,
      ...turnFacts(shift, zone, at),
      ...holderFacts(stretch),
      restriction: restrictionState(shift.restriction, zone, at),
    };
    const isForEverybody = stretch !== undefined && stretch.shiftId === null;
    return { ...facts, sentence: sentenceFor({ shift, facts, zone, at, isPaused, isForEverybody, nameOf }) };
  });
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

function turnFacts(shift: Shift, zone: TimeZone, at: EpochMs): TurnFacts {
  const turn = turnAt(shift, zone, at);
  if (turn !== undefined) {
    return {
      turn: turn.index,
      turnMemberId: holderOfTurn(shift, turn.index) ?? null,
      handoffBefore: turn.start,
      handoffAfter: turn.end,
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

function restrictionState(restriction: Restriction, zone: TimeZone, at: EpochMs): RestrictionState {
  const { type } = restriction;
  const end = plusMs(at, RESTRICTION_LOOK_AHEAD_MS);
  const first = openWindows(restriction, zone, { start: at, end })[0];
  if (first === undefined) return { type, isOpen: false, opensAt: null, closesAt: null };
  if (!contains(first, at)) return { type, isOpen: false, opensAt: first.start, closesAt: null };
  return { type, isOpen: true, opensAt: null, closesAt: first.end < end ? first.end : null };
}
