import { plusMs, type EpochMs } from '../time/instant.ts';
import type { Interval } from '../time/interval.ts';
import { stillToCome, timesOnCall } from './cover.ts';
import type { Override, Schedule } from './types.ts';

/** What a member gives away, and what they take in exchange (null: nothing). */
export type Exchange = {
  readonly memberId: string;
  readonly given: Interval;
  readonly returned: Interval | null;
};

export type StandIn = Pick<Override, 'memberId' | 'replacesMemberId' | 'start' | 'end'>;

/** True once the stretch, or the one in exchange, lies behind: then there is nothing left to agree on. */
export function isExchangeOver({ given, returned }: Exchange, now: EpochMs): boolean {
  return given.end <= now || (returned !== null && returned.end <= now);
}

/**
 * Who stands in for whom once `accepterId` accepts at `now`: the accepter for the asker, and the asker for the accepter
 * in exchange. What has run already stays as it was.
 */
export function standIns(
  { memberId, given, returned }: Exchange,
  accepterId: string,
  now: EpochMs,
): StandIn[] {
  const taken = stillToCome(given, now);
  const inExchange = returned === null ? undefined : stillToCome(returned, now);
  return [
    ...(taken === undefined ? [] : [{ ...taken, memberId: accepterId, replacesMemberId: memberId }]),
    ...(inExchange === undefined ? [] : [{ ...inExchange, memberId, replacesMemberId: accepterId }]),
  ];
}

/**
 * True when `overrides`, added to the schedule, take everybody whom they replace off call. They do not where the two
 * stand in for each other already and both have a turn: they then only swap these.
 */
export function areTakenOver(schedule: Schedule, overrides: readonly Override[]): boolean {
  const after = { ...schedule, overrides: [...schedule.overrides, ...overrides] };
  return overrides.every(
    (override) =>
      override.replacesMemberId === null ||
      timesOnCall(after, override.replacesMemberId, override).length === 0,
  );
}

/** An instant of creation, not before `now`, that wins over each of `overrides`: clocks of other processes may be ahead. */
export function createdAfter(overrides: readonly Override[], now: EpochMs): EpochMs {
  return overrides.reduce((latest, { createdAt }) => {
    const next = plusMs(createdAt, 1);
    return next > latest ? next : latest;
  }, now);
}
