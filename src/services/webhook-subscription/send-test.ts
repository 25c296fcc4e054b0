import { actorName, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { NewEvent } from '../ports/events.ts';
import type { WebhookDelivery } from '../ports/webhook-deliveries.ts';
import { transact } from '../transact.ts';
import { actedOn } from './audited.ts';
import { lockActive } from './lock-active.ts';

/**
 * Sends a `webhook.test` event to this one subscription, as any event is sent; nobody else is told of it. Errors:
 * `not_found`; `conflict` where the subscription is turned off.
 */
export async function sendTest(ctx: Context, input: { subscriptionId: string }): Promise<WebhookDelivery> {
  const delivery = await transact(ctx, async (tx) => {
    const { store } = tx;
    const subscription = await lockActive(store, input.subscriptionId);
    const { id: subscriptionId, pageId } = subscription;
    const newEvent: NewEvent = {
      id: ctx.ids.next('evt'),
      pageId,
      type: 'webhook.test',
      at: ctx.now,
      incidentId: null,
      monitorId: null,
      scheduleId: null,
      actor: actorName(ctx.actor),
      text: 'This is a test: events of the page arrive like this.',
      data: { webhookSubscriptionId: subscriptionId },
    };
    const id = ctx.ids.next('whd');
    const delivery = { id, subscriptionId, eventId: newEvent.id, replayOf: null };
    await store.webhookDeliveries.insert({ ...delivery, newEvent, now: ctx.now });
    tx.changed(actedOn(subscription, 'tested'));
    return store.webhookDeliveries.find(id);
  });
  if (delivery === null) throw notFound('Webhook subscription');
  return delivery;
}
