import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Deletes an alert; what it had still to send is not sent. Errors: `not_found`. */
export async function removeAlert(ctx: Context, input: { alertId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const alert = await store.monitorAlerts.lock(input.alertId);
    if (alert === null) throw notFound('Monitor alert');
    await store.monitorAlerts.remove(alert.id);
    tx.changed(deleted('monitor_alert', alert, alert.type));
  });
}
