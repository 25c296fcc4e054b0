import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { MonitorAlert } from '../ports/monitor-alerts.ts';
import { requireMonitors, requireRecipient, type AlertSettings } from './alert-input.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type NewAlert = AlertSettings & { readonly pageId: string };

/** Stores a new alert. Errors: `not_found` for an unknown page, `validation_error` naming a path. */
export async function createAlert(ctx: Context, input: NewAlert): Promise<MonitorAlert> {
  const { now, ids } = ctx;
  const { pageId } = input;
  requireRecipient(input);
  return transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.find(pageId)) === null) throw notFound('Page');
    const monitors = await requireMonitors(store, pageId, input.monitors);
    const alert = { ...input, id: ids.next('alr'), monitors, createdAt: now, updatedAt: now };
    await store.monitorAlerts.insert(alert);
    tx.changed(created('monitor_alert', alert, alert.type));
    return alert;
  });
}
