import type { MonitorStatus } from '../../core/monitor/status.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { MonitorChecks } from './monitor-checks.ts';
import type { Monitor } from './monitor-config.ts';
import type { MonitorLogs } from './monitor-logs.ts';

export type MonitorFilter = {
  readonly pageId: string;
  /** Part of the name or the url, in any letter case. */
  readonly search?: string | undefined;
  readonly status?: MonitorStatus | undefined;
  readonly offset: number;
  readonly limit: number;
};

/** When a location is checked next. */
export type PlacedCheck = { readonly location: string; readonly nextCheckAt: EpochMs };

export interface MonitorRepository extends MonitorChecks, MonitorLogs {
  find(id: string): Promise<Monitor | null>;
  /** As `find`, keeping every other writer of it waiting until the transaction ends. */
  lock(id: string): Promise<Monitor | null>;
  /** Oldest first. */
  list(filter: MonitorFilter): Promise<{ monitors: Monitor[]; total: number }>;
  /** Stores a monitor with its assertions and links to alerts; places no checks. */
  insert(monitor: Monitor): Promise<void>;
  /**
   * Stores what people configure (not the status nor the times of checks); assertions and links to alerts replace the
   * stored ones.
   */
  update(monitor: Monitor): Promise<void>;
  /** With its logs. */
  remove(id: string): Promise<void>;
  /** Makes the checks of a monitor exactly `checks`: other locations are forgotten, known ones keep what they saw. */
  placeChecks(monitorId: string, checks: readonly PlacedCheck[], paused: boolean): Promise<void>;
  /** Which of `ids` are alerts of the page. */
  existingAlerts(pageId: string, ids: readonly string[]): Promise<string[]>;
}
