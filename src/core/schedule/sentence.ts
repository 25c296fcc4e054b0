import { formatInstant } from '../time/format.ts';
import type { EpochMs } from '../time/instant.ts';
import type { TimeZone } from '../time/zone.ts';
import type { Facts } from './explanation.ts';
import type { Shift } from './types.ts';

type Told = {
  readonly shift: Shift;
  readonly facts: Facts;
  readonly zone: TimeZone;
  readonly at: EpochMs;
  readonly isPaused: boolean;
  readonly isForEverybody: boolean;
  readonly nameOf: (memberId: string) => string;
};

/** One English sentence for one shift: who has it and why, or why nobody has. */
export function sentenceFor(told: Told): string {
  const { facts, isPaused, isForEverybody, nameOf } = told;
  if (isPaused) return 'Nobody is on call: the schedule is paused.';
  if (facts.memberId === null) return whyNobody(told);
  if (isForEverybody)
    return `${nameOf(facts.memberId)} stands in for everybody by override ${facts.overrideId}.`;
  return whySomebody(told, facts.memberId);
}

/** The sentence for a schedule that has no shifts. */
export function sentenceForNoShift(told: Pick<Told, 'facts' | 'isPaused' | 'nameOf'>): string {
  const { memberId, overrideId } = told.facts;
  if (told.isPaused) return 'Nobody is on call: the schedule is paused.';
  if (memberId === null) return 'Nobody is on call: the schedule has no shifts.';
  return `${told.nameOf(memberId)} stands in for everybody by override ${overrideId}.`;
}

function whyNobody({ shift, facts, zone, at, nameOf }: Told): string {
  const nobody = `Nobody has “${shift.name}”`;
  if (shift.members.length === 0) return `${nobody}: it has no members.`;
  if (facts.turnMemberId === null) {
    return at < shift.startDate
      ? `${nobody}: it starts on ${formatInstant(zone, shift.startDate)}.`
      : `${nobody}: it ended on ${formatInstant(zone, shift.endDate ?? at)}.`;
  }
  const opens = facts.restriction?.opensAt ?? null;
  const until = opens === null ? '' : ` until ${formatInstant(zone, opens)}`;
  return `${nobody}: its restriction closes it${until}; ${turnText(facts, zone)} is ${nameOf(facts.turnMemberId)}’s.`;
}

function whySomebody({ shift, facts, zone, nameOf }: Told, memberId: string): string {
  const turn = turnText(facts, zone);
  if (facts.overrideId !== null && facts.turnMemberId !== null) {
    return `${nameOf(memberId)} stands in for ${nameOf(facts.turnMemberId)} on “${shift.name}” by override ${facts.overrideId}, in ${turn}.`;
  }
  const closes = facts.restriction?.closesAt ?? null;
  const gate = closes === null ? '' : `, until its restriction closes it on ${formatInstant(zone, closes)}`;
  return `${nameOf(memberId)} has “${shift.name}” in ${turn}${gate}.`;
}

/** The same number that the explanation carries, counted from 0. */
function turnText(facts: Facts, zone: TimeZone): string {
  const instant = (at: EpochMs | null): string => (at === null ? '?' : formatInstant(zone, at));
  return `turn ${facts.turn ?? '?'} (${instant(facts.handoffBefore)} to ${instant(facts.handoffAfter)})`;
}
