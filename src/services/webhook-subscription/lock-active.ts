import { conflict, notFound } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import type { WebhookSubscription } from '../ports/webhook-subscriptions.ts';

/** The subscription, locked. Errors: `not_found`; `conflict` where it is turned off, since nothing is sent to it then. */
export async function lockActive(store: Store, subscriptionId: string): Promise<WebhookSubscription> {
  const subscription = await store.webhookSubscriptions.lock(subscriptionId);
  if (subscription === null) throw notFound('Webhook subscription');
  if (!subscription.active) {
    throw conflict('The webhook subscription is turned off: turn it on first (active: true)');
  }
  return subscription;
}
