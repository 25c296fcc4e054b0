import type { Context } from '../context.ts';
import { NEWEST_DATA, type MetricWithData } from './get.ts';

/** A page's metrics, in order, each with its newest data: two statements, however many there are. */
export async function listMetrics(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<MetricWithData[]> {
  const metrics = await ctx.read.metrics.list(input.pageId, input);
  const data = await ctx.read.metrics.dataOf(
    metrics.map(({ id }) => id),
    NEWEST_DATA,
  );
  return metrics.map((metric) => ({ metric, data: data.get(metric.id) ?? [] }));
}
