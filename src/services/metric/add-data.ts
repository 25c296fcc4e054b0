import type { Datapoint } from '../../core/metric/metric.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Adds datapoints to a metric, all or none, in one statement; answers them in the order in which they were sent. Errors:
 * `not_found`, for a metric of another page too.
 */
export async function addMetricData(
  ctx: Context,
  input: { pageId: string; metricId: string; data: readonly Omit<Datapoint, 'id'>[] },
): Promise<Datapoint[]> {
  const metric = await ctx.read.metrics.find(input.metricId);
  if (metric?.pageId !== input.pageId) throw notFound('Metric');
  const points = input.data.map((point) => ({ ...point, id: ctx.ids.next('dp') }));
  if (!(await ctx.read.metrics.addData(metric.id, points))) throw notFound('Metric');
  return points;
}
