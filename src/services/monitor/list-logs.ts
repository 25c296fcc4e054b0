import type { Context } from '../context.ts';
import type { LogQuery, MonitorLog } from '../ports/monitor-logs.ts';

/** What was recorded of a monitor's checks, filtered and sorted. */
export async function listLogs(
  ctx: Context,
  query: LogQuery,
): Promise<{ logs: MonitorLog[]; total: number }> {
  return ctx.read.monitors.listLogs(query);
}
