import type { EpochMs } from '../time/instant.ts';
import type { Outcome } from './outcome.ts';

/*
 * A monitor at one location: what is confirmed of it, and what waits for confirmation.
 *
 *   NEW        nothing confirmed, nothing pending: an OK is confirmed at once, anything else becomes pending.
 *   SETTLED    an outcome is confirmed, none pending: the same again refreshes it, another becomes pending.
 *   DOUBTFUL   `pendingOutcome` differs from the confirmed one and `pendingCount` immediate retries have agreed so far:
 *              one that agrees counts, and at `failureConfirmations` the pending outcome is confirmed; one that does not
 *              leaves the confirmed outcome (before there is any, an OK is confirmed).
 * With 0 confirmations every outcome is confirmed at once. The rule holds for failure, degradation and recovery alike.
 *
 * Locations then vote on the monitor's status with their confirmed outcomes.
 */

/** Serialisable. All null and 0 for a location without a result. */
export type LocationState = {
  readonly confirmedOutcome: Outcome | null;
  /** When a check last gave or upheld the confirmed outcome. */
  readonly confirmedAt: EpochMs | null;
  readonly pendingOutcome: Outcome | null;
  /** How many retries have agreed with the pending outcome. */
  readonly pendingCount: number;
};

export const NEW_LOCATION: LocationState = {
  confirmedOutcome: null,
  confirmedAt: null,
  pendingOutcome: null,
  pendingCount: 0,
};

export type Absorbed =
  /** The confirmed outcome is another than before: the monitor's status may change. */
  | { readonly kind: 'confirmed'; readonly state: LocationState }
  /** Check again at once, and absorb that. */
  | { readonly kind: 'retry'; readonly state: LocationState }
  /** The confirmed outcome stays; store the state all the same: it may be a fresh vote where the old one had gone stale. */
  | { readonly kind: 'unchanged'; readonly state: LocationState };

/** Takes one check's outcome in, scheduled check and retry alike. `failureConfirmations`: 0 to 10 retries; `at`: when the outcome was known. */
export function absorb(
  location: LocationState,
  outcome: Outcome,
  at: EpochMs,
  failureConfirmations: number,
): Absorbed {
  const { confirmedOutcome, pendingOutcome, pendingCount } = location;
  if (outcome === confirmedOutcome) return { kind: 'unchanged', state: settled(outcome, at, location) };
  if (confirmedOutcome === null && outcome === 'OK') {
    return { kind: 'confirmed', state: settled(outcome, at, location) };
  }
  if (pendingOutcome !== null && pendingOutcome !== outcome) {
    const confirmedAt = confirmedOutcome === null ? null : latest(location.confirmedAt, at);
    return { kind: 'unchanged', state: { ...NEW_LOCATION, confirmedOutcome, confirmedAt } };
  }
  const agreed = pendingOutcome === null ? 0 : pendingCount + 1;
  if (agreed >= failureConfirmations) return { kind: 'confirmed', state: settled(outcome, at, location) };
  return { kind: 'retry', state: { ...location, pendingOutcome: outcome, pendingCount: agreed } };
}

function settled(confirmedOutcome: Outcome, at: EpochMs, { confirmedAt }: LocationState): LocationState {
  return { ...NEW_LOCATION, confirmedOutcome, confirmedAt: latest(confirmedAt, at) };
}

/** Results may come out of order; an older one never makes a location look stale. */
function latest(known: EpochMs | null, at: EpochMs): EpochMs {
  return known !== null && known > at ? known : at;
}

export const MONITOR_STATUSES = ['UP', 'DOWN', 'DEGRADED', 'UNKNOWN'] as const;
export type MonitorStatus = (typeof MONITOR_STATUSES)[number];

/** A location's confirmed outcome and when a check last upheld it. */
export type Vote = { readonly location: string; readonly outcome: Outcome; readonly at: EpochMs };

export type Electorate = {
  readonly configuredLocations: readonly string[];
  readonly now: EpochMs;
  readonly intervalMs: number;
};

/** How many intervals an outcome counts for. */
const VOTE_INTERVALS = 3;

/**
 * The status of a monitor by its locations' votes (one a location). Only configured locations with an outcome younger
 * than three intervals vote. DOWN: more than half failed; DEGRADED: some but no majority failed, or more than half are
 * degraded; UNKNOWN: nobody votes; else UP.
 */
export function monitorStatus(votes: readonly Vote[], electorate: Electorate): MonitorStatus {
  const oldest = electorate.now - VOTE_INTERVALS * electorate.intervalMs;
  const counted = votes.filter(
    ({ location, at }) => electorate.configuredLocations.includes(location) && at > oldest,
  );
  if (counted.length === 0) return 'UNKNOWN';
  const failed = counted.filter(({ outcome }) => outcome === 'FAILED').length;
  const degraded = counted.filter(({ outcome }) => outcome === 'DEGRADED').length;
  if (failed * 2 > counted.length) return 'DOWN';
  return failed > 0 || degraded * 2 > counted.length ? 'DEGRADED' : 'UP';
}
