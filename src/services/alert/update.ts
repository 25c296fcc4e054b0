import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { MonitorAlert } from '../ports/monitor-alerts.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { requireMonitors, requireRecipient, type AlertSettings } from './alert-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Changes what is sent of an alert; monitors that are sent replace the linked ones. One that becomes an INCIDENT loses
 * its recipient. Errors: `not_found`, `validation_error` naming a path.
 */
export async function updateAlert(
  ctx: Context,
  input: { alertId: string; changes: Changes<AlertSettings> },
): Promise<MonitorAlert> {
  const { monitors, ...settings } = input.changes;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.monitorAlerts.lock(input.alertId);
    if (stored === null) throw notFound('Monitor alert');
    const isEmptied = settings.type === 'INCIDENT' && settings.recipient === undefined;
    const changed = { ...withChanges(stored, settings), ...(isEmptied ? { recipient: '' } : {}) };
    requireRecipient(changed);
    await store.monitorAlerts.update({ ...changed, updatedAt: ctx.now });
    if (monitors === undefined) {
      tx.changed(updated('monitor_alert', stored, changed, changed.type));
      return { ...changed, updatedAt: ctx.now };
    }
    const linked = await requireMonitors(store, stored.pageId, monitors, stored.monitors);
    await store.monitorAlerts.link(stored.id, linked);
    tx.changed(updated('monitor_alert', stored, { ...changed, monitors: linked }, changed.type));
    return { ...changed, monitors: linked, updatedAt: ctx.now };
  });
}
