import { DATAPOINTS_KEPT_MS } from '../../core/metric/metric.ts';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import { AUDIT_KEPT_DAYS } from '../audit/list.ts';
import { pruneRequests } from '../chat/prune-requests.ts';
import type { Context } from '../context.ts';
import { forgetOldAnswers } from '../idempotency/do-once.ts';

const BATCH = 5_000;
const DONE_KEPT_DAYS = 2;
/** No key comes back after that long, so nothing is told twice for it. */
const NOTICES_KEPT_DAYS = 90;
/** Fewer, because each takes the messages to all its subscribers with it. */
const ANNOUNCEMENTS_BATCH = 50;
const UNCONFIRMED_SUBSCRIBERS_KEPT_DAYS = 30;
/** Webhook deliveries that arrived or were given up. */
const DELIVERIES_KEPT_DAYS = 30;

/**
 * Deletes what is past its time, in batches: logs of checks, work that was done, notices, alerts, data of metrics,
 * answers to repeated requests.
 */
export async function prune(ctx: Context): Promise<{ logs: number }> {
  const logsBefore = plusMs(ctx.now, -ctx.settings.logRetentionDays * DAY_MS);
  let logs = 0;
  for (let deleted = BATCH; deleted === BATCH; logs += deleted) {
    deleted = await ctx.read.monitors.deleteLogsBefore(logsBefore, BATCH);
  }
  await ctx.read.outbox.deleteDoneBefore(plusMs(ctx.now, -DONE_KEPT_DAYS * DAY_MS), BATCH);
  await ctx.read.notices.deleteBefore(plusMs(ctx.now, -NOTICES_KEPT_DAYS * DAY_MS), BATCH);
  await ctx.read.alertMessages.deleteBefore(plusMs(ctx.now, -NOTICES_KEPT_DAYS * DAY_MS), BATCH);
  const dataBefore = plusMs(ctx.now, -DATAPOINTS_KEPT_MS);
  while ((await ctx.read.metrics.deleteDataBefore(dataBefore, BATCH)) === BATCH);
  const auditedBefore = plusMs(ctx.now, -AUDIT_KEPT_DAYS * DAY_MS);
  for (let deleted = BATCH; deleted === BATCH;) {
    deleted = await ctx.read.auditLog.deleteBefore(auditedBefore, BATCH);
  }
  const deliveredBefore = plusMs(ctx.now, -DELIVERIES_KEPT_DAYS * DAY_MS);
  while ((await ctx.read.webhookDeliveries.deleteOverBefore(deliveredBefore, BATCH)) > 0);
  const announcedBefore = plusMs(ctx.now, -NOTICES_KEPT_DAYS * DAY_MS);
  await ctx.read.announcements.deleteBefore(announcedBefore, ANNOUNCEMENTS_BATCH);
  const subscribersAskedBefore = plusMs(ctx.now, -UNCONFIRMED_SUBSCRIBERS_KEPT_DAYS * DAY_MS);
  await ctx.read.subscribers.deleteUnconfirmedBefore(subscribersAskedBefore, BATCH);
  await forgetOldAnswers(ctx);
  await pruneRequests(ctx);
  return { logs };
}
