import type { Metric } from '../../core/metric/metric.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { emptyMetric } from './remove-data.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Deletes a metric with its data. A monitor that fed it has `createMetric` off then: only whoever asks for a metric gets
 * one. Errors: `not_found`, for one of another page too.
 */
export async function removeMetric(
  ctx: Context,
  input: { pageId: string; metricId: string },
): Promise<Metric> {
  const found = await ctx.read.metrics.find(input.metricId);
  if (found?.pageId !== input.pageId) throw notFound('Metric');
  // Most of it before the transaction, so that what checks add waits for no long one.
  await emptyMetric(ctx, found.id);
  return transact(ctx, async (tx) => {
    const { store } = tx;
    // The monitor first, then the metric: the order in which whoever has both takes them.
    const monitor = found.monitorId === null ? null : await store.monitors.lock(found.monitorId);
    const metric = await store.metrics.lock(found.id);
    if (metric === null) throw notFound('Metric');
    if (monitor?.createMetric === true && metric.monitorId === monitor.id) {
      await store.monitors.update({ ...monitor, createMetric: false, updatedAt: ctx.now });
    }
    await store.metrics.remove(metric.id);
    tx.changed(deleted('metric', metric));
    return metric;
  });
}
