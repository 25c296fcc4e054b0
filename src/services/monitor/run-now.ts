import { SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { LOCATIONS } from '../ports/monitor-config.ts';

/** Whoever asked waits that long for the log. */
const PATIENCE_MS = 30 * SECOND_MS;
const LOOK_EVERY_MS = 50;

/**
 * Checks a monitor now, at `location` (default: its first), wherever the process that checks from there runs, and
 * answers when the log is stored. 503 when none is within 30 seconds. A location that the monitor does not use is logged
 * and never votes.
 */
export async function runNow(
  ctx: Context,
  input: { monitorId: string; location?: string | undefined; retry: boolean; monitorLogId: string | null },
): Promise<{ logId: string }> {
  const monitor = await ctx.read.monitors.find(input.monitorId);
  if (monitor === null) throw notFound('monitor');
  const location = input.location ?? monitor.locations[0] ?? LOCATIONS[0];
  if (input.monitorLogId !== null) {
    const log = await ctx.read.monitors.findLog(input.monitorLogId);
    if (log?.monitorId !== monitor.id) throw invalid('monitorLogId', 'this monitor has no such log');
  }
  const logId = ctx.ids.next('log');
  await ctx.wake.checkNow({
    location,
    monitorId: monitor.id,
    logId,
    isRetry: input.retry,
    retryOf: input.retry ? input.monitorLogId : null,
  });
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    if ((await ctx.read.monitors.findLog(logId)) !== null) return { logId };
    await ctx.sleep(LOOK_EVERY_MS);
  }
  throw new AppError('unavailable', `no check from ${location} came back within 30 seconds`);
}
