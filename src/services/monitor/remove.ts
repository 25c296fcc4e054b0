import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';
import { leaveBehind } from './leave-behind.ts';

const BATCH = 50_000;

/**
 * Deletes a monitor with its logs; its component, its metric and its incidents stay, as `leaveBehind` says. Errors:
 * `not_found`.
 */
export async function removeMonitor(ctx: Context, input: { monitorId: string }): Promise<void> {
  // Millions of logs are more than one statement deletes in its time.
  for (let count = BATCH; count === BATCH;) {
    count = await ctx.read.monitors.deleteLogsOf(input.monitorId, BATCH);
  }
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const monitor = await store.monitors.lock(input.monitorId);
    if (monitor === null) throw notFound('Monitor');
    await leaveBehind(ctx, tx, monitor);
    await store.monitors.remove(monitor.id);
    tx.changed(deleted('monitor', monitor));
  });
}
