import type { EpochMs } from '../../core/time/instant.ts';
import type { MaintenanceName } from '../ports/maintenances.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { Tx } from '../transact.ts';

/** A change of a locked monitor that asks for an incident. */
export type AskingChange = {
  readonly monitor: Pick<Monitor, 'id' | 'pageId' | 'componentId'>;
  readonly to: 'DOWN' | 'DEGRADED';
  /** What happened, in one sentence. */
  readonly sentence: string;
  readonly reason: string | null;
  /** The log that showed it; null: none did. */
  readonly logId: string | null;
  readonly now: EpochMs;
};

/**
 * Keeps the incident of a change from opening while a maintenance is in progress with the monitor's component or a group that it is
 * in, and records that. Answers whether it did: where it did not, the incident is to open. What is hidden opens when the maintenance is
 * over (`releaseHidden`).
 */
export async function suppressIncident(tx: Tx, change: AskingChange): Promise<boolean> {
  const { monitor, to, sentence, reason, logId, now } = change;
  if (monitor.componentId === null) return false;
  const maintenances = await tx.store.maintenances.inProgressWith(monitor.componentId, now);
  const [first] = maintenances;
  if (first === undefined) return false;
  tx.happened({
    type: 'monitor.suppressed',
    pageId: monitor.pageId,
    monitorId: monitor.id,
    text: `Suppressed by maintenance ${namesOf(maintenances)}: ${sentence}`,
    data: { to, reason, logId, maintenanceId: first.id, maintenances },
  });
  return true;
}

/** The names of maintenances, as a sentence has them. */
export function namesOf(maintenances: readonly MaintenanceName[]): string {
  return maintenances.map(({ name }) => name).join(', ');
}
