import type { Metric } from '../../core/metric/metric.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type NewMetric = Pick<Metric, 'pageId' | 'name' | 'suffix' | 'active'> & {
  /** Undefined: behind the others. */
  readonly order: number | undefined;
};

/** Adds a metric to a page, fed by whoever posts data. Errors: `not_found` for an unknown page. */
export async function createMetric(ctx: Context, input: NewMetric): Promise<Metric> {
  const { ids, now } = ctx;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.lock(input.pageId)) === null) throw notFound('Page');
    const metric: Metric = {
      ...input,
      id: ids.next('met'),
      order: input.order ?? (await store.metrics.lastOrder(input.pageId)) + 1,
      monitorId: null,
      createdAt: now,
      updatedAt: now,
    };
    await store.metrics.insert(metric);
    tx.changed(created('metric', metric));
    return metric;
  });
}
