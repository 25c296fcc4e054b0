import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes a monitor with its logs; its component and its incidents stay. Errors: `not_found`. */
export async function removeMonitor(ctx: Context, input: { monitorId: string }): Promise<void> {
  await ctx.uow.transaction(async (store) => {
    if ((await store.monitors.lock(input.monitorId)) === null) throw notFound('Monitor');
    await store.monitors.remove(input.monitorId);
  });
}
