import type { Context } from '../context.ts';
import type { WantedCheck } from '../ports/wake.ts';
import { recordChecks } from './record-checks.ts';
import { checkMonitor, type CheckServices } from './run-checks.ts';

/** Makes the one check that somebody waits for, on the path of any other. */
export async function checkNow(ctx: Context, { probe }: CheckServices, wanted: WantedCheck): Promise<void> {
  const [monitor] = await ctx.read.monitors.loadForCheck([wanted.monitorId]);
  if (monitor === undefined) return;
  const { location, logId: id, isRetry, retryOf } = wanted;
  await recordChecks(ctx, [
    await checkMonitor(ctx, probe, { monitor, location, asked: { id, isRetry, retryOf } }),
  ]);
}
