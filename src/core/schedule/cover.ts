import type { EpochMs } from '../time/instant.ts';
import { overlap, overlaps, subtract, union, type Interval } from '../time/interval.ts';
import { shiftsBetween } from './resolve.ts';
import type { Schedule } from './types.ts';

/**
 * A request that somebody else takes a stretch, as far as time off is concerned. One that is not open was withdrawn by
 * hand: its member means to be on call then. `isOfTimeOff`: it was opened for this time off, not by hand.
 */
export type CoverRequest = Interval & {
  readonly id: string;
  readonly isOpen: boolean;
  readonly isOfTimeOff: boolean;
};

/** What is to be asked for, in order, and the ids of requests that ask for what is not theirs to give any more. */
export type CoverPlan = { readonly missing: readonly Interval[]; readonly outdated: readonly string[] };

/** When within `range` a member is on call: in order, joined where stretches touch or overlap, whatever their shifts. */
export function timesOnCall(schedule: Schedule, memberId: string, range: Interval): Interval[] {
  return union(shiftsBetween(schedule, range).filter((stretch) => stretch.memberId === memberId));
}

/**
 * What of time off still needs a request. `times` are those of `timesOnCall` within the time off from `now` on.
 *
 * A time is asked for once: what a request covers in part is asked for only where it does not. A request stays as long
 * as any of it is theirs; one that is over at `now` is left as it is. Carried out, the plan is empty the next time.
 */
export function planCover(input: {
  times: readonly Interval[];
  requests: readonly CoverRequest[];
  now: EpochMs;
}): CoverPlan {
  const { times, requests, now } = input;
  const isOutdated = (request: CoverRequest) =>
    request.isOpen &&
    request.isOfTimeOff &&
    request.end > now &&
    !times.some((time) => overlaps(time, request));
  return {
    missing: subtract(times, union(requests)),
    outdated: requests.filter(isOutdated).map(({ id }) => id),
  };
}

/** The part of `range` that is not over at `now`; undefined when all of it is. */
export function stillToCome(range: Interval, now: EpochMs): Interval | undefined {
  return overlap(range, { start: now, end: range.end });
}
