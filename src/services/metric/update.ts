import type { Metric } from '../../core/metric/metric.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { getMetric, type MetricWithData } from './get.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type MetricChanges = Changes<Pick<Metric, 'name' | 'suffix' | 'active' | 'order'>>;

/** Changes what is sent of a metric; its data stays as it is. Errors: `not_found`, for one of another page too. */
export async function updateMetric(
  ctx: Context,
  input: { pageId: string; metricId: string; changes: MetricChanges },
): Promise<MetricWithData> {
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.metrics.lock(input.metricId);
    if (stored?.pageId !== input.pageId) throw notFound('Metric');
    const metric: Metric = { ...withChanges<Metric>(stored, input.changes), updatedAt: ctx.now };
    await store.metrics.update(metric);
    tx.changed(updated('metric', stored, metric));
  });
  return getMetric(ctx, input);
}
