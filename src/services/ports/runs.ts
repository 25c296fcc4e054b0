import type { PolicySnapshot, RunState } from '../../core/escalation/run.ts';
import type { NotifyAction } from '../../core/escalation/snapshot.ts';
import type { EpochMs } from '../../core/time/instant.ts';

export type Run = {
  readonly id: string;
  readonly incidentId: string;
  readonly policy: PolicySnapshot<NotifyAction>;
  readonly state: RunState;
};

/** Written only while the incident's row is locked. */
export interface RunRepository {
  ofIncident(incidentId: string): Promise<Run[]>;
  save(runs: readonly Run[]): Promise<void>;
  /** Incidents with a run that is due by `now`, longest due first. */
  incidentsDue(now: EpochMs, limit: number): Promise<string[]>;
}
