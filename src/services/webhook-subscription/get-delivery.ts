import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { WebhookDelivery } from '../ports/webhook-deliveries.ts';

/** A delivery of that subscription. Errors: `not_found`. */
export async function getDelivery(
  ctx: Context,
  input: { subscriptionId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const delivery = await ctx.read.webhookDeliveries.find(input.deliveryId);
  if (delivery === null || delivery.subscriptionId !== input.subscriptionId) {
    throw notFound('Webhook delivery');
  }
  return delivery;
}
