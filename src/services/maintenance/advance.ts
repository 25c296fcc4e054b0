import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { carryOn } from './carry-on.ts';
import { releaseHidden } from './release-hidden.ts';
import { lastMessageOf } from './update.ts';

const LIMIT = 100;

/**
 * Starts and ends what is due by the clock, and tells ahead what is to be told: longest due first, each in one transaction.
 * What fails for one is logged, tried again at the next look, and keeps no other waiting. Harmless beside any other process
 * that does the same. Answers how many were due.
 */
export async function advanceMaintenances(ctx: Context): Promise<{ due: number }> {
  const due = await ctx.read.maintenances.due(ctx.now, LIMIT);
  for (const maintenanceId of due) {
    try {
      await advance(ctx, maintenanceId);
    } catch (error) {
      ctx.log.error({ err: error, maintenanceId }, 'a maintenance could not be advanced; it is tried again');
    }
  }
  if (due.length > 0) await releaseHidden(ctx, {});
  return { due: due.length };
}

async function advance(ctx: Context, maintenanceId: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const maintenance = await tx.store.maintenances.lock(maintenanceId);
    if (maintenance === null) return;
    const message = await lastMessageOf(tx.store, maintenanceId);
    await carryOn(ctx, tx, {
      maintenance,
      before: maintenance.components,
      byHand: null,
      isTold: false,
      message,
    });
  });
}
