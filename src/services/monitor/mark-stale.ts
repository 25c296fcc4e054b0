import { SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { updateStatus } from './update-status.ts';

const LIMIT = 100;

/**
 * Makes monitors UNKNOWN of which nothing was heard for three intervals. `steadyMs` is how long this process has been
 * running without standing still: while it slept nothing could be heard, so a monitor's silence counts only from then.
 */
export async function markStale(ctx: Context, input: { steadyMs: number }): Promise<{ marked: number }> {
  const stale = await ctx.read.monitors.staleMonitors(ctx.now, LIMIT);
  let marked = 0;
  for (const { monitorId } of stale) {
    const monitor = await ctx.read.monitors.find(monitorId);
    if (monitor === null || input.steadyMs < 3 * monitor.checksIntervalS * SECOND_MS) continue;
    await updateStatus(ctx, { monitorId, cause: null });
    marked += 1;
  }
  return { marked };
}
