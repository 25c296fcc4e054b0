import { MINUTE_MS, plusMs, type EpochMs } from '../time/instant.ts';
import type { Maintenance, MaintenanceStatus } from './maintenance.ts';

/*
 * The life of a maintenance. What moves it is a turn, by the clock or by hand:
 *
 *   NOTSTARTEDYET  start    -> INPROGRESS
 *   NOTSTARTEDYET  end      -> COMPLETED      by hand: it is called off, or was done unseen
 *   INPROGRESS     end      -> COMPLETED
 *   INPROGRESS     putBack  -> NOTSTARTEDYET  by hand
 *   COMPLETED      start    -> INPROGRESS     by hand: the work goes on
 *   COMPLETED      putBack  -> NOTSTARTEDYET  by hand: it is planned anew
 *
 * The clock starts only what has not started yet, and ends only what is in progress. Its turns are of the instant that was
 * planned, however late they are made; those by hand are of the instant they are made.
 */
export type Turn =
  | { readonly kind: 'tellEarly' }
  | { readonly kind: 'start'; readonly at: EpochMs }
  | { readonly kind: 'end'; readonly at: EpochMs }
  | { readonly kind: 'putBack' };

/** What the clock asks for by `now`, in order. An early notice that was missed is not made up for once it has started. */
export function dueTurns(maintenance: Maintenance, now: EpochMs): Turn[] {
  const turns: Turn[] = [];
  const early = earlyAt(maintenance);
  if (early !== null && early <= now && now < maintenance.start) turns.push({ kind: 'tellEarly' });
  const { start, end, autoStart, autoEnd } = maintenance;
  const starts = maintenance.status === 'NOTSTARTEDYET' && autoStart && start <= now;
  if (starts) turns.push({ kind: 'start', at: start });
  const isOn = starts || maintenance.status === 'INPROGRESS';
  if (isOn && autoEnd && end !== null && end <= now) turns.push({ kind: 'end', at: end });
  return turns;
}

/** When the clock has to be looked at next, once all that is due by `now` is done; null: never. */
export function nextDueAt(maintenance: Maintenance, now: EpochMs): EpochMs | null {
  const { status, start, end, autoStart, autoEnd } = maintenance;
  const candidates = [
    earlyAt(maintenance),
    status === 'NOTSTARTEDYET' && autoStart ? start : null,
    status === 'INPROGRESS' && autoEnd ? end : null,
  ].filter((at): at is EpochMs => at !== null && at > now);
  return candidates.length === 0 ? null : candidates.reduce((a, b) => (b < a ? b : a));
}

/** The turn by hand that makes a status hold; null where it holds. */
export function turnTo(maintenance: Maintenance, status: MaintenanceStatus, now: EpochMs): Turn | null {
  if (maintenance.status === status) return null;
  switch (status) {
    case 'NOTSTARTEDYET':
      return { kind: 'putBack' };
    case 'INPROGRESS':
      return { kind: 'start', at: now };
    case 'COMPLETED':
      return { kind: 'end', at: now };
  }
}

/** The maintenance after a turn. */
export function turned(maintenance: Maintenance, turn: Turn, now: EpochMs): Maintenance {
  switch (turn.kind) {
    case 'tellEarly':
      return { ...maintenance, earlyToldAt: now };
    case 'start':
      // Work that goes on started when it first did.
      return {
        ...maintenance,
        status: 'INPROGRESS',
        startedAt: maintenance.startedAt ?? turn.at,
        endedAt: null,
      };
    case 'end':
      return { ...maintenance, status: 'COMPLETED', endedAt: laterOf(turn.at, maintenance.startedAt) };
    case 'putBack':
      return { ...maintenance, status: 'NOTSTARTEDYET', startedAt: null, endedAt: null };
  }
}

/** A maintenance that is recorded when it is over: as it was planned, as far as that is past. */
export function recorded(maintenance: Maintenance, now: EpochMs): Maintenance {
  const { start, end } = maintenance;
  return {
    ...maintenance,
    status: 'COMPLETED',
    startedAt: start <= now ? start : null,
    endedAt: end !== null && end <= now ? end : now,
  };
}

/**
 * Which instant keeps a status from being set by hand, because the clock would undo it at once: the end of one that is to
 * be in progress, the start of one that is to wait. Null: none.
 */
export function undoneBy(
  maintenance: Maintenance,
  status: MaintenanceStatus,
  now: EpochMs,
): 'start' | 'end' | null {
  const { start, end, autoStart, autoEnd } = maintenance;
  if (status === 'INPROGRESS' && autoEnd && end !== null && end <= now) return 'end';
  return status === 'NOTSTARTEDYET' && autoStart && start <= now ? 'start' : null;
}

/** When subscribers are to be told ahead; null where they are not, any more or at all. */
function earlyAt(maintenance: Maintenance): EpochMs | null {
  const { status, notifyEarly, earlyToldAt, start, notifyMinutes } = maintenance;
  if (!notifyEarly || earlyToldAt !== null || status !== 'NOTSTARTEDYET') return null;
  return plusMs(start, -notifyMinutes * MINUTE_MS);
}

function laterOf(a: EpochMs, b: EpochMs | null): EpochMs {
  return b !== null && b > a ? b : a;
}
