import type { LocationState, MonitorStatus } from '../../core/monitor/status.ts';
import type { Heartbeat } from '../../core/monitor/heartbeat.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Monitor } from './monitor-config.ts';

/** A check that somebody is to make now. */
export type ClaimedCheck = {
  readonly monitorId: string;
  readonly location: string;
  readonly claimedAt: EpochMs;
};

/** What is known of a monitor at one location. */
export type MonitorPlace = {
  readonly location: string;
  readonly state: LocationState;
  /** When the last outcome came, confirmed or not; null before the first. */
  readonly lastOutcomeAt: EpochMs | null;
};

/** A monitor with its configured locations, in the order given; `componentId` only while it is to follow the monitor. */
export type MonitorForCheck = Monitor & {
  readonly places: readonly MonitorPlace[];
  /** Null for every type but HEARTBEAT. */
  readonly heartbeat: Heartbeat | null;
};

/** What one location is left with after an outcome. */
export type SavedOutcome = {
  readonly monitorId: string;
  readonly location: string;
  readonly state: LocationState;
  readonly lastOutcomeAt: EpochMs;
};

/** How long a claim keeps a check from being handed out again in the ordinary way. */
export const CLAIM_HOLDS_MS = 60_000;

/** What the scheduler and the workers do to monitors; part of the monitors' repository. Each is one statement. */
export interface MonitorChecks {
  /**
   * Hands out checks that are due at `locations`, longest due first: each moves on by whole intervals past `now` (its
   * phase stays, missed checks are skipped) and is stamped. No two callers get the same one, at the same time or while
   * a claim younger than `CLAIM_HOLDS_MS` has not been saved.
   */
  claimDue(options: { locations: readonly string[]; now: EpochMs; limit: number }): Promise<ClaimedCheck[]>;
  /** Hands out again what was claimed before `claimedBefore` and never saved, stamped anew; the due times stay. */
  reclaimLost(options: {
    locations: readonly string[];
    claimedBefore: EpochMs;
    now: EpochMs;
    limit: number;
  }): Promise<ClaimedCheck[]>;
  /**
   * Brings back, by whole intervals, checks that are put off for longer than their interval and `toleranceMs`, and ends
   * claims from as far ahead: the clock was set back since. Answers how many there were.
   */
  recallPutOff(options: { now: EpochMs; toleranceMs: number }): Promise<number>;
  /** Those that exist, in no order. Three or four statements whatever the number. */
  loadForCheck(ids: readonly string[]): Promise<MonitorForCheck[]>;
  /** Stores what the locations are left with and ends their claims; locations no longer configured are passed over. */
  saveOutcomes(outcomes: readonly SavedOutcome[]): Promise<void>;
  /** False when the status is no longer `from`: somebody else changed it first. */
  setStatus(change: {
    monitorId: string;
    from: MonitorStatus;
    to: MonitorStatus;
    now: EpochMs;
  }): Promise<boolean>;
  /** Notes that the monitors were checked at `now`; never moves backwards. */
  touch(ids: readonly string[], now: EpochMs): Promise<void>;
  /**
   * Monitors, not paused and not UNKNOWN, of which no configured location has had an outcome for three intervals. A
   * heartbeat monitor is none of them: it is not checked.
   */
  staleMonitors(now: EpochMs, limit: number): Promise<{ monitorId: string; status: MonitorStatus }[]>;
}
