import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { MonitorAlert } from '../ports/monitor-alerts.ts';

/** The alert with that id. Errors: `not_found`. */
export async function getAlert(ctx: Context, input: { alertId: string }): Promise<MonitorAlert> {
  const alert = await ctx.read.monitorAlerts.find(input.alertId);
  if (alert === null) throw notFound('Monitor alert');
  return alert;
}
