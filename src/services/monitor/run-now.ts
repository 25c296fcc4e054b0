import type { Context } from '../context.ts';
import { AppError, conflict, invalid, notFound } from '../errors.ts';
import { LOCATIONS } from '../ports/monitor-config.ts';
import { awaitChecks } from './await-checks.ts';

/**
 * Checks a monitor now, at `location` (default: its first), wherever the process that checks from there runs, and
 * answers when the log is stored. 503 when none is within 30 seconds. A location that the monitor does not use is logged
 * and never votes. Errors: `not_found`, `conflict` for a HEARTBEAT monitor, `validation_error` for another's log.
 */
export async function runNow(
  ctx: Context,
  input: { monitorId: string; location?: string | undefined; retry: boolean; monitorLogId: string | null },
): Promise<{ logId: string }> {
  const monitor = await ctx.read.monitors.find(input.monitorId);
  if (monitor === null) throw notFound('monitor');
  if (monitor.type === 'HEARTBEAT') {
    throw conflict('A HEARTBEAT monitor is not checked: its job calls its heartbeatUrl');
  }
  const location = input.location ?? monitor.locations[0] ?? LOCATIONS[0];
  if (input.monitorLogId !== null) {
    const log = await ctx.read.monitors.findLog(input.monitorLogId);
    if (log?.monitorId !== monitor.id) throw invalid('monitorLogId', 'this monitor has no such log');
  }
  const logId = ctx.ids.next('log');
  const retryOf = input.retry ? input.monitorLogId : null;
  const missing = await awaitChecks(ctx, [
    { location, monitorId: monitor.id, logId, isRetry: input.retry, retryOf },
  ]);
  if (missing.length > 0) {
    throw new AppError('unavailable', `no check from ${location} came back within 30 seconds`);
  }
  return { logId };
}
