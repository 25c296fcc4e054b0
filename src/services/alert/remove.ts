import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes an alert; what it had still to send is not sent. Errors: `not_found`. */
export async function removeAlert(ctx: Context, input: { alertId: string }): Promise<void> {
  await ctx.uow.transaction(async (store) => {
    if ((await store.monitorAlerts.lock(input.alertId)) === null) throw notFound('Monitor alert');
    await store.monitorAlerts.remove(input.alertId);
  });
}
