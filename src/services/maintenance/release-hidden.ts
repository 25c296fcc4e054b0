import { contextOf, SYSTEM, type Context } from '../context.ts';
import { openIncident, openingFor } from '../monitor/incident-of.ts';
import { statusOf } from '../monitor/update-status.ts';
import type { HiddenFailure } from '../ports/maintenances.ts';
import { severalAtOnce } from '../several-at-once.ts';
import { transact } from '../transact.ts';
import { namesOf } from './suppress.ts';

const LIMIT = 500;
const AT_ONCE = 4;

/**
 * Opens the incidents that maintenances kept from opening, of monitors that are still not well and that none in progress
 * covers any more: it ended, was deleted, or has lost the component. What is hidden follows from what is stored, so a
 * crash before or within this loses nothing, and two processes that do it open each incident once. What fails for one
 * monitor is logged, and tried again at the next look.
 */
export async function releaseHidden(context: Context, input: { pageId?: string }): Promise<void> {
  const ctx = contextOf(context, SYSTEM);
  try {
    const hidden = await ctx.read.maintenances.hiddenFailures({ ...input, now: ctx.now, limit: LIMIT });
    await severalAtOnce(hidden, AT_ONCE, (failure) => tryRelease(ctx, failure));
  } catch (error) {
    // What led here is done and stays so.
    ctx.log.error({ err: error }, 'hidden incidents could not be looked for; they are at the next look');
  }
}

async function tryRelease(ctx: Context, failure: HiddenFailure): Promise<void> {
  try {
    await release(ctx, failure);
  } catch (error) {
    const { monitorId } = failure;
    ctx.log.error({ err: error, monitorId }, 'a hidden incident could not be opened; it is tried again');
  }
}

async function release(ctx: Context, { monitorId, logId, maintenances }: HiddenFailure): Promise<void> {
  const [seen] = await ctx.read.monitors.loadForCheck([monitorId]);
  if (seen === undefined || (seen.status !== 'DOWN' && seen.status !== 'DEGRADED')) return;
  const to = seen.status;
  // A monitor that was paused, or not heard of, is not paged for what it was long ago: its next check decides.
  if (statusOf(seen, ctx) !== to) return;
  const cause = logId === null ? null : await ctx.read.monitors.findLog(logId);
  const opening = await openingFor(ctx, seen, { to, cause });
  await transact(ctx, async (tx) => {
    const monitor = await tx.store.monitors.lock(monitorId);
    // Another status by now: the next look finds what that one is about.
    if (monitor?.status !== to) return;
    const [still] = await tx.store.maintenances.hiddenFailures({ monitorId, now: ctx.now, limit: 1 });
    if (still === undefined) return;
    tx.happened({
      type: 'monitor.unsuppressed',
      pageId: monitor.pageId,
      monitorId,
      text: `${monitor.name} is still ${to === 'DOWN' ? 'down' : 'degraded'} after the maintenance ${namesOf(maintenances)}: its incident opens.`,
      data: { to, logId, maintenances },
    });
    await openIncident(ctx, tx, opening);
  });
}
