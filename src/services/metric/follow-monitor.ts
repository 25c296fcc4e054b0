import { RESPONSE_TIME_SUFFIX } from '../../core/metric/metric.ts';
import type { Context } from '../context.ts';
import type { Checked } from '../monitor/checked.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { Store } from '../ports/store.ts';

/** Gives a monitor the metric that its checks feed, last on the page; one that it has already is fed on. */
export async function giveMetric(
  { ids, now }: Pick<Context, 'ids' | 'now'>,
  store: Store,
  monitor: Pick<Monitor, 'id' | 'pageId' | 'name'>,
): Promise<void> {
  if ((await store.metrics.ofMonitor(monitor.id)) !== null) return;
  await store.metrics.insert({
    id: ids.next('met'),
    pageId: monitor.pageId,
    name: monitor.name,
    suffix: RESPONSE_TIME_SUFFIX,
    active: true,
    order: (await store.metrics.lastOrder(monitor.pageId)) + 1,
    monitorId: monitor.id,
    createdAt: now,
    updatedAt: now,
  });
}

/** Calls the metric of a monitor as that is called now, unless somebody gave it a name of its own. */
export async function renameMetric(
  { now }: Pick<Context, 'now'>,
  store: Store,
  { from, to }: { from: Monitor; to: Monitor },
): Promise<void> {
  if (from.name === to.name) return;
  const found = await store.metrics.ofMonitor(from.id);
  const metric = found === null ? null : await store.metrics.lock(found.id);
  if (metric?.name === from.name) await store.metrics.update({ ...metric, name: to.name, updatedAt: now });
}

/**
 * What checks add to the metrics of their monitors: a datapoint each, of the answer that settled it. A check that got no
 * answer, or that does not vote, adds none.
 */
export async function feedMetrics(ctx: Context, checks: readonly Checked[]): Promise<void> {
  const points = checks.flatMap(({ monitor, logs, state }) => {
    const log = logs.at(-1);
    if (!monitor.createMetric || state === null || log === undefined || log.responseTime === null) return [];
    // Named after its log, so that what is recorded again is added once.
    return [{ id: `dp_${log.id}`, monitorId: monitor.id, at: log.createdAt, value: log.responseTime }];
  });
  await ctx.read.metrics.addMonitorData(points);
}
