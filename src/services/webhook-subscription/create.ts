import { created } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import type { WebhookSubscription } from '../ports/webhook-subscriptions.ts';
import { transact } from '../transact.ts';
import { audited, hostOf } from './audited.ts';
import { newSigningSecret, uniqueTypes, type WebhookSubscriptionInput } from './subscription-input.ts';

/** Every event of a page is written once for each of its subscriptions. */
export const MOST_SUBSCRIPTIONS = 50;

/**
 * Sends a page's events to an address from now on. Errors: `not_found` for the page, `conflict` where it has as many
 * subscriptions as it may.
 */
export async function createWebhookSubscription(
  ctx: Context,
  input: WebhookSubscriptionInput & { pageId: string },
): Promise<WebhookSubscription> {
  const { pageId, url, description } = input;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    await store.locks.take(`webhook-subscriptions ${pageId}`);
    if ((await store.pages.find(pageId)) === null) throw notFound('Page');
    if ((await store.webhookSubscriptions.count(pageId)) >= MOST_SUBSCRIPTIONS) {
      throw conflict(`A page has at most ${MOST_SUBSCRIPTIONS} webhook subscriptions`);
    }
    const subscription: WebhookSubscription = {
      id: ctx.ids.next('whs'),
      pageId,
      url,
      description,
      types: uniqueTypes(input.types),
      secret: newSigningSecret(ctx.ids),
      active: true,
      failingAt: null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await store.webhookSubscriptions.insert(subscription);
    tx.changed(created('webhook', audited(subscription), hostOf(subscription)));
    return subscription;
  });
}
