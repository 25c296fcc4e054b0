import type { Context } from '../context.ts';
import type { MaintenanceName } from '../ports/maintenances.ts';
import type { LogQuery, MonitorLog } from '../ports/monitor-logs.ts';

/**
 * What was recorded of a monitor's checks, filtered and sorted, and by log the maintenance that kept its incident from
 * opening.
 */
export async function listLogs(
  ctx: Context,
  query: LogQuery,
): Promise<{ logs: MonitorLog[]; total: number; suppressed: ReadonlyMap<string, MaintenanceName> }> {
  const { logs, total } = await ctx.read.monitors.listLogs(query);
  const ids = logs.map(({ id }) => id);
  const found = await ctx.read.maintenances.suppressedLogs(query.monitorId, ids);
  return { logs, total, suppressed: new Map(found.map(({ logId, maintenance }) => [logId, maintenance])) };
}
