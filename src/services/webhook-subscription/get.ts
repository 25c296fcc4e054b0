import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { WebhookSubscription } from '../ports/webhook-subscriptions.ts';

/** The subscription with that id. Errors: `not_found`. */
export async function getWebhookSubscription(
  ctx: Context,
  input: { subscriptionId: string },
): Promise<WebhookSubscription> {
  const subscription = await ctx.read.webhookSubscriptions.find(input.subscriptionId);
  if (subscription === null) throw notFound('Webhook subscription');
  return subscription;
}
