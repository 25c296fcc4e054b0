import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { WebhookDelivery } from '../ports/webhook-deliveries.ts';
import { transact } from '../transact.ts';
import { actedOn } from './audited.ts';
import { lockActive } from './lock-active.ts';

/**
 * Sends the event of a delivery again, whatever became of it, as a delivery of its own. Its `webhook-id` is the event's as
 * before, so that a receiver that has it knows. Errors: `not_found`; `conflict` where the subscription is turned off.
 */
export async function replayDelivery(
  ctx: Context,
  input: { subscriptionId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const { subscriptionId, deliveryId } = input;
  const replay = await transact(ctx, async (tx) => {
    const { store } = tx;
    const subscription = await lockActive(store, subscriptionId);
    const replayed = await store.webhookDeliveries.find(deliveryId);
    if (replayed === null || replayed.subscriptionId !== subscriptionId) throw notFound('Webhook delivery');
    const { eventId } = replayed;
    const id = ctx.ids.next('whd');
    await store.webhookDeliveries.insert({ id, subscriptionId, eventId, replayOf: deliveryId, now: ctx.now });
    tx.changed(actedOn(subscription, 'replayed'));
    return store.webhookDeliveries.find(id);
  });
  if (replay === null) throw notFound('Webhook delivery');
  return replay;
}
