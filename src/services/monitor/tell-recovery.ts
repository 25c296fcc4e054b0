import type { Incident } from '../../core/incident/types.ts';
import { UNTRANSLATED } from '../../core/translations.ts';
import type { Context } from '../context.ts';
import { announceIncident, toldBy } from '../incident/announce.ts';
import type { MonitorForCheck } from '../ports/monitor-checks.ts';
import type { Tx } from '../transact.ts';

/**
 * Shows and tells readers that a monitor's incident is over, as its `onRecover` says. `publishIncident` shows one that
 * was not published too. Needs the incident's lock.
 */
export async function tellRecovery(
  ctx: Context,
  tx: Tx,
  { name, onRecover }: MonitorForCheck,
  incident: Incident,
): Promise<void> {
  const { publishIncident, notifySubscribers } = onRecover;
  if (!publishIncident && !notifySubscribers) return;
  if (publishIncident && !incident.published) {
    await tx.store.incidents.update(incident.id, { published: true }, ctx.now);
  }
  const update = {
    id: ctx.ids.next('upd'),
    incidentId: incident.id,
    message: `${name} recovered.`,
    status: 'RESOLVED',
    notify: notifySubscribers,
    translations: UNTRANSLATED,
    started: ctx.now,
    createdAt: ctx.now,
  } as const;
  await tx.store.incidents.insertUpdate(update);
  if (notifySubscribers) await announceIncident(ctx, tx, incident.id, toldBy(update));
}
