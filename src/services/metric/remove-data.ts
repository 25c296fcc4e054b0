import type { Metric } from '../../core/metric/metric.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Page } from '../ports/pages.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** A statement of it is short, however much there is. */
const BATCH = 20_000;

/** Deletes all data of a metric, which stays. Errors: `not_found`, for one of another page too. */
export async function removeMetricData(
  ctx: Context,
  input: { pageId: string; metricId: string },
): Promise<{ metric: Metric; page: Page }> {
  const metric = await ctx.read.metrics.find(input.metricId);
  const page = await ctx.read.pages.find(input.pageId);
  if (page === null || metric?.pageId !== page.id) throw notFound('Metric');
  // First: batches that are gone already are to be told of, whatever comes between them.
  await transact(ctx, async (tx) => {
    tx.changed({ ...updated('metric', metric, metric), action: 'emptied' });
  });
  await emptyMetric(ctx, metric.id);
  return { metric, page };
}

/** In batches; what comes in meanwhile may stay. */
export async function emptyMetric(ctx: Context, metricId: string): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH;) deleted = await ctx.read.metrics.removeData(metricId, BATCH);
}
