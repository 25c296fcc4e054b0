import type { Metric } from '../../core/metric/metric.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { getMetric, type MetricWithData } from './get.ts';

export type MetricChanges = Changes<Pick<Metric, 'name' | 'suffix' | 'active' | 'order'>>;

/** Changes what is sent of a metric; its data stays as it is. Errors: `not_found`, for one of another page too. */
export async function updateMetric(
  ctx: Context,
  input: { pageId: string; metricId: string; changes: MetricChanges },
): Promise<MetricWithData> {
  await ctx.uow.transaction(async (store) => {
    const stored = await store.metrics.lock(input.metricId);
    if (stored?.pageId !== input.pageId) throw notFound('Metric');
    await store.metrics.update({ ...withChanges<Metric>(stored, input.changes), updatedAt: ctx.now });
  });
  return getMetric(ctx, input);
}
