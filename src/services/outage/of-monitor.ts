import type { Impact } from '../../core/incident/types.ts';
import type { MonitorStatus } from '../../core/monitor/status.ts';
import { worstImpact } from '../../core/routing/impact.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { COMPONENT_STATUS } from '../monitor/follow-component.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { Store } from '../ports/store.ts';

/*
 * Outages that monitors find. Whoever comes here has locked the monitor; here the component is locked next, and only then
 * its outages are read: two monitors of one component settle one after the other what it shows.
 */

const OUTAGE: Impact = 'MAJOROUTAGE';

/** What follows for outages from a monitor's change of status. */
export async function followOutages(
  ctx: Pick<Context, 'ids' | 'now'>,
  store: Store,
  { monitor, to }: { monitor: Monitor; to: MonitorStatus },
): Promise<void> {
  if (to === 'DOWN' && monitor.onFail.createOutageDuration) await beginOutage(ctx, store, monitor);
  if (to === 'UP' && monitor.onRecover.resolveOutageDuration) await endOutage(store, monitor.id, ctx.now);
  if (to === 'UP' || to === 'DEGRADED') await regardOthers(store, { ...monitor, status: to }, ctx.now);
}

/** The component that follows the monitor shows what that says of it, unless others say something worse. */
async function regardOthers(store: Store, monitor: Monitor, now: EpochMs): Promise<void> {
  if (!monitor.createComponent || monitor.componentId === null) return;
  const shown = COMPONENT_STATUS[monitor.status];
  await settleComponent(store, monitor.componentId, { shown, least: shown, now, without: monitor.id });
}

/**
 * Puts the component that the monitor stands for into outage, and counts that from now on; where the monitor has an
 * outage that lasts, that one goes on. A monitor that stands for no component has none.
 */
async function beginOutage(
  { ids, now }: Pick<Context, 'ids' | 'now'>,
  store: Store,
  { id: monitorId, pageId }: Monitor,
): Promise<void> {
  const open = await store.outages.openOf(monitorId);
  const componentId = open?.componentId ?? (await store.outages.componentOf(monitorId));
  const component = componentId === null ? null : await store.components.lock(componentId);
  if (component === null) return;
  if (open === null) {
    const id = ids.next('out');
    await store.outages.insert({
      id,
      pageId,
      componentId: component.id,
      monitorId,
      startedAt: now,
      endedAt: null,
    });
  }
  await store.components.setStatus([component.id], OUTAGE, now);
}

/** What a monitor has made the component show that follows it: while nothing is heard of it, what it was before. */
export async function shownBy(store: Store, monitor: Monitor): Promise<Impact> {
  const before = monitor.status === 'UNKNOWN' ? await store.events.statusBeforeUnknown(monitor) : null;
  return COMPONENT_STATUS[before ?? monitor.status];
}

/** Ends what lasts of a monitor's outages, and gives their components back what is true without them. */
export async function endOutage(store: Store, monitorId: string, now: EpochMs): Promise<void> {
  const open = await store.outages.openOf(monitorId);
  if (open === null) return;
  await store.components.lock(open.componentId);
  for (const componentId of await store.outages.endOf(monitorId, now)) {
    await settleComponent(store, componentId, { shown: OUTAGE, now });
  }
}

/**
 * Lets a component show what is true once something that made it show `shown` is over: the worst of the outages that last
 * and of the monitors that it follows. What somebody else has made it show since stays, unless something worse is true. `without` is a monitor that is not to count, `least` what it shows at least.
 */
export async function settleComponent(
  store: Store,
  componentId: string,
  {
    shown,
    now,
    without = null,
    least = 'OPERATIONAL',
  }: { shown: Impact; now: EpochMs; without?: string | null; least?: Impact },
): Promise<void> {
  const component = await store.components.lock(componentId);
  if (component === null) return;
  const { beneath, hasOutage, followed } = await store.outages.causesOf(componentId, without);
  const causes = [...(hasOutage ? [OUTAGE] : []), ...followed.map((status) => COMPONENT_STATUS[status])];
  const status = beneath ?? component.status;
  const next = worstImpact([status === shown ? least : status, ...causes]);
  if (next !== status) await store.components.setStatus([componentId], next, now);
}

/** Keeps outages, and what components show, true over a change of what the monitor is configured to do. */
export async function settleChange(
  store: Store,
  { from, to, now }: { from: Monitor; to: Monitor; now: EpochMs },
): Promise<void> {
  const countsNoMore = from.onFail.createOutageDuration && !to.onFail.createOutageDuration;
  const isOver = to.status === 'UP' && to.onRecover.resolveOutageDuration;
  if (countsNoMore || isOver) await endOutage(store, to.id, now);
  if (from.createComponent && !to.createComponent && from.componentId !== null) {
    await settleComponent(store, from.componentId, { shown: await shownBy(store, from), now });
  }
  if (!from.createComponent && to.status !== 'DOWN') await regardOthers(store, to, now);
}
