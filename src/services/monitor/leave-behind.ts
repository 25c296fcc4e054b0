import { actorName, type Context } from '../context.ts';
import { endOutage, settleComponent, shownBy } from '../outage/of-monitor.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { Tx } from '../transact.ts';
import { openIncidentsOf } from './incident-of.ts';

/**
 * What a monitor leaves behind that is about to be deleted. Its open incidents stay open, because whatever is wrong is
 * still wrong, and tell that nothing will resolve them by itself any more; its outage ends, because nobody would see its
 * end; its component shows no more what only the monitor made it show.
 */
export async function leaveBehind(ctx: Context, tx: Tx, monitor: Monitor): Promise<void> {
  for (const { id, pageId } of await openIncidentsOf(tx.store, monitor)) {
    tx.happened({
      type: 'incident.updated',
      pageId,
      incidentId: id,
      text: `${actorName(ctx.actor)} deleted the monitor ${monitor.name}, which had opened it: it stays open until somebody resolves it.`,
      data: { fields: ['monitor'], monitorId: monitor.id, name: monitor.name },
    });
    await tx.store.incidents.update(id, {}, ctx.now);
    tx.showInChat(id);
  }
  await endOutage(tx.store, monitor.id, ctx.now);
  if (!monitor.createComponent || monitor.componentId === null) return;
  const shown = await shownBy(tx.store, monitor);
  await settleComponent(tx.store, monitor.componentId, { shown, now: ctx.now, without: monitor.id });
}
