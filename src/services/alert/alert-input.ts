import { recipientProblem } from '../../core/monitor/alert-recipient.ts';
import { invalid, invalidAll } from '../errors.ts';
import type { MonitorAlert } from '../ports/monitor-alerts.ts';
import type { Store } from '../ports/store.ts';

/** What people configure of an alert. */
export type AlertSettings = Omit<MonitorAlert, 'id' | 'pageId' | 'createdAt' | 'updatedAt'>;

/** Refuses a recipient that the type cannot reach. */
export function requireRecipient({ type, recipient }: Pick<AlertSettings, 'type' | 'recipient'>): void {
  const problem = recipientProblem(type, recipient);
  if (problem !== null) throw invalid('recipient', problem);
}

/**
 * Refuses monitors that are not on the page; answers the others without doubles. They stay locked, and `held` (those
 * that are linked already) with them, so that a change of the same link from the monitor's side comes before or after.
 */
export async function requireMonitors(
  store: Store,
  pageId: string,
  monitors: readonly string[],
  held: readonly string[] = [],
): Promise<string[]> {
  const known = new Set(await store.monitorAlerts.lockMonitors(pageId, [...new Set([...monitors, ...held])]));
  const wrong = monitors.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `monitors[${index}]`, message: `no such monitor on this page: ${id}` }],
  );
  if (wrong.length > 0) throw invalidAll(wrong);
  return [...new Set(monitors)].sort();
}
