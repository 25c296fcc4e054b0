import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';
import { leaveBehind } from './leave-behind.ts';

/**
 * Deletes a monitor with its logs; its component, its metric and its incidents stay, as `leaveBehind` says. Errors:
 * `not_found`.
 */
export async function removeMonitor(ctx: Context, input: { monitorId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const monitor = await store.monitors.lock(input.monitorId);
    if (monitor === null) throw notFound('Monitor');
    await leaveBehind(ctx, tx, monitor);
    await store.monitors.remove(monitor.id);
    tx.changed(deleted('monitor', monitor));
  });
}
