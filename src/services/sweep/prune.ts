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
  const daysAgo = (days: number) => plusMs(ctx.now, -days * DAY_MS);
  const { monitors, outbox, notices, alertMessages, metrics, auditLog, webhookDeliveries } = ctx.read;
  const { announcements, subscribers } = ctx.read;
  const logsBefore = daysAgo(ctx.settings.logRetentionDays);
  const logs = await inBatches(BATCH, (limit) => monitors.deleteLogsBefore(logsBefore, limit));
  const doneBefore = daysAgo(DONE_KEPT_DAYS);
  await inBatches(BATCH, (limit) => outbox.deleteDoneBefore(doneBefore, limit));
  const toldBefore = daysAgo(NOTICES_KEPT_DAYS);
  await inBatches(BATCH, (limit) => notices.deleteBefore(toldBefore, limit));
  await inBatches(BATCH, (limit) => alertMessages.deleteBefore(toldBefore, limit));
  const dataBefore = plusMs(ctx.now, -DATAPOINTS_KEPT_MS);
  await inBatches(BATCH, (limit) => metrics.deleteDataBefore(dataBefore, limit));
  const auditedBefore = daysAgo(AUDIT_KEPT_DAYS);
  await inBatches(BATCH, (limit) => auditLog.deleteBefore(auditedBefore, limit));
  const deliveredBefore = daysAgo(DELIVERIES_KEPT_DAYS);
  // Of the oldest ones some may have to stay: a batch that is not full need not be the last one.
  while ((await webhookDeliveries.deleteOverBefore(deliveredBefore, BATCH)) > 0);
  await inBatches(ANNOUNCEMENTS_BATCH, (limit) => announcements.deleteBefore(toldBefore, limit));
  const askedBefore = daysAgo(UNCONFIRMED_SUBSCRIBERS_KEPT_DAYS);
  await inBatches(BATCH, (limit) => subscribers.deleteUnconfirmedBefore(askedBefore, limit));
  await forgetOldAnswers(ctx);
  await pruneRequests(ctx);
  return { logs };
}

/** Deletes until there is less than a whole batch; answers how much it was. */
async function inBatches(limit: number, remove: (limit: number) => Promise<number>): Promise<number> {
  let all = 0;
  for (let deleted = limit; deleted >= limit; all += deleted) deleted = await remove(limit);
  return all;
}
