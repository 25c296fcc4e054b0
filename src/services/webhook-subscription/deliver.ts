import { isBeyondHope, nextTryAt } from '../../core/webhook/retry.ts';
import { plusMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { eventBody } from '../event/view.ts';
import type { ClaimedDelivery, TriedDelivery } from '../ports/webhook-deliveries.ts';
import type { WebhookAnswer } from '../ports/webhook-post.ts';
import { turnOff } from './turn-off.ts';

/** A subscription's turn begins no more deliveries after that long, so that a slow receiver keeps no place from others. */
const TURN_MS = 5 * SECOND_MS;
/** Longer than a turn and the time-out of its last delivery together. */
const LEASE_MS = 60 * SECOND_MS;
const GONE = 410;

/**
 * Two lanes: receivers that took what they were last sent, and those that did not, which get one at a time. So a receiver
 * that hangs keeps only others like it waiting.
 */
export const LANES = {
  healthy: { failing: false, limit: 50, perSubscription: 10 },
  failing: { failing: true, limit: 20, perSubscription: 1 },
} as const;
export type Lane = keyof typeof LANES;

/** Sends what is due of one lane, at least once; answers how much it took. One subscription's go one after the other. */
export async function deliverWebhooks(ctx: Context, { lane }: { lane: Lane }): Promise<{ claimed: number }> {
  const claimed = await ctx.read.webhookDeliveries.claim({
    ...LANES[lane],
    now: ctx.now,
    leaseUntil: plusMs(ctx.now, LEASE_MS),
    leaseToken: ctx.ids.secret(16),
  });
  const subscriptionIds = new Set(claimed.map(({ subscriptionId }) => subscriptionId));
  await Promise.all(
    [...subscriptionIds].map((id) =>
      deliverInTurn(
        ctx,
        claimed.filter(({ subscriptionId }) => subscriptionId === id),
      ),
    ),
  );
  return { claimed: claimed.length };
}

async function deliverInTurn(ctx: Context, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  const startedAt = performance.now();
  for (const [index, delivery] of deliveries.entries()) {
    try {
      const goesOn = await deliverOne(ctx, delivery);
      if (goesOn && performance.now() - startedAt < TURN_MS) continue;
      // The turn is over, or the receiver in trouble: then the rest waits in the other lane. None of it was tried.
      await ctx.read.webhookDeliveries.putBack(deliveries.slice(index + 1), ctx.clock.now());
    } catch (error) {
      const { id, subscriptionId } = delivery;
      ctx.log.error({ err: error, deliveryId: id, subscriptionId }, 'a webhook delivery broke off');
    }
    return;
  }
}

/** False where it is of no use to try the next one now. */
async function deliverOne(ctx: Context, delivery: ClaimedDelivery): Promise<boolean> {
  const { id, event } = delivery;
  const startedAt = performance.now();
  const answer = await send(ctx, delivery);
  const tried: TriedDelivery = {
    responseStatus: answer.status,
    detail: answer.detail,
    durationMs: Math.round(performance.now() - startedAt),
    at: ctx.clock.now(),
  };
  if (answer.kind === 'delivered') {
    await ctx.read.webhookDeliveries.recordDelivered(delivery, tried);
    ctx.log.debug({ deliveryId: id, eventId: event.id }, 'a webhook was delivered');
    return true;
  }
  return failed(ctx, delivery, tried, answer);
}

/** What breaks on our side is a failed try too: else the event would come first again for ever, and none behind it. */
async function send(ctx: Context, { id, url, secret, event }: ClaimedDelivery): Promise<WebhookAnswer> {
  try {
    const now = ctx.clock.now();
    return await ctx.webhooks.send({ url, id: event.id, body: eventBody(event), secret, now });
  } catch (error) {
    ctx.log.error({ err: error, deliveryId: id }, 'a webhook delivery broke on our side');
    const detail = 'It could not be sent: something broke on our side.';
    return { kind: 'failed', status: null, detail, unavailable: false, forbidden: false };
  }
}

async function failed(
  ctx: Context,
  delivery: ClaimedDelivery,
  tried: TriedDelivery,
  answer: Extract<WebhookAnswer, { kind: 'failed' }>,
): Promise<boolean> {
  const { id: deliveryId, subscriptionId, attempts } = delivery;
  const isGone = answer.status === GONE;
  const nextAt =
    isGone || answer.forbidden
      ? null
      : nextTryAt({ attempts, now: tried.at, random: ctx.random(), afterMs: answer.afterMs });
  const failingAt = await ctx.read.webhookDeliveries.recordFailed(delivery, tried, nextAt);
  // The receiver's own words stay in the delivery: they may hold anything.
  const line = { deliveryId, subscriptionId, attempts, status: answer.status };
  if (nextAt === null) ctx.log.warn(line, 'a webhook delivery was given up');
  else ctx.log.debug(line, 'a webhook delivery failed');
  if (failingAt === null) return false;
  if (isGone) {
    await turnOff(ctx, {
      subscriptionId,
      reason: 'the receiver answered that it is gone (HTTP status 410).',
    });
    return false;
  }
  if (isBeyondHope(failingAt, tried.at)) {
    await turnOff(ctx, { subscriptionId, reason: 'nothing got through for 5 days.' });
    return false;
  }
  return !answer.unavailable;
}
