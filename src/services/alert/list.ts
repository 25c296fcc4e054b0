import type { Context } from '../context.ts';
import type { MonitorAlert } from '../ports/monitor-alerts.ts';

/** A page's alerts, oldest first. */
export async function listAlerts(
  ctx: Context,
  filter: { pageId: string; offset: number; limit: number },
): Promise<{ alerts: MonitorAlert[]; total: number }> {
  return ctx.read.monitorAlerts.list(filter);
}
