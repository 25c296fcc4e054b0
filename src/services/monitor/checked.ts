import type { LocationState } from '../../core/monitor/status.ts';
import type { MonitorForCheck } from '../ports/monitor-checks.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';

/** What one location saw of one monitor: the check, and the retries that it asked for. */
export type Checked = {
  readonly monitor: MonitorForCheck;
  readonly location: string;
  readonly logs: readonly MonitorLog[];
  /** Null where the location does not vote, or where the process stood still. */
  readonly state: LocationState | null;
};
