import type { Context } from '../context.ts';

/** One statement gives that many events their places: a second's work with as many subscriptions as a page may have. */
const BATCH = 1_000;
const LOCK = 'events.publish';

/**
 * Makes events that were recorded since the last time visible to who follows them: each gets its place in the stream and
 * its deliveries, once. Transactions commit in another order than they record, so places are given out here, one
 * publisher at a time: whoever sees an event sees all before it. Answers how many there were.
 */
export async function publishEvents(ctx: Context): Promise<{ published: number; deliveries: number }> {
  if (!(await ctx.read.eventStream.isAnyWaiting())) return { published: 0, deliveries: 0 };
  return ctx.uow.transaction(async (store) => {
    await store.locks.take(LOCK);
    return store.eventStream.publish({ limit: BATCH, now: ctx.now });
  });
}
