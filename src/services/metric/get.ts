import type { Datapoint, Metric } from '../../core/metric/metric.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { DataWindow } from '../ports/metrics.ts';

/** A metric with the data that was asked for, by rising instant. */
export type MetricWithData = { readonly metric: Metric; readonly data: readonly Datapoint[] };

/** What an answer carries unless something else is asked for. */
export const NEWEST_DATA: DataWindow = { from: null, to: null, limit: 100 };

/** A metric of a page. Errors: `not_found`, for one of another page too. */
export async function getMetric(
  ctx: Context,
  input: { pageId: string; metricId: string; window?: DataWindow },
): Promise<MetricWithData> {
  const metric = await ctx.read.metrics.find(input.metricId);
  if (metric?.pageId !== input.pageId) throw notFound('Metric');
  const data = await ctx.read.metrics.dataOf([metric.id], input.window ?? NEWEST_DATA);
  return { metric, data: data.get(metric.id) ?? [] };
}
