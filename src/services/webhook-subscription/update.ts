import { updated } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { WebhookSubscription } from '../ports/webhook-subscriptions.ts';
import { transact } from '../transact.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { audited, hostOf } from './audited.ts';
import { uniqueTypes, type WebhookSubscriptionInput } from './subscription-input.ts';

/**
 * Changes what is sent of a subscription. Turned off, it gets nothing more, and what waited for it is given up; turned on
 * again, it gets what happens from then on. Errors: `not_found`.
 */
export async function updateWebhookSubscription(
  ctx: Context,
  input: { subscriptionId: string; changes: Changes<WebhookSubscriptionInput & { active: boolean }> },
): Promise<WebhookSubscription> {
  const { types } = input.changes;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.webhookSubscriptions.lock(input.subscriptionId);
    if (stored === null) throw notFound('Webhook subscription');
    const changed = withChanges<WebhookSubscription>(stored, input.changes);
    const subscription: WebhookSubscription = {
      ...changed,
      types: types === undefined ? stored.types : uniqueTypes(types),
      // Another address, or a new beginning, has failed nobody yet.
      failingAt: changed.url !== stored.url || changed.active !== stored.active ? null : stored.failingAt,
      updatedAt: ctx.now,
    };
    await store.webhookSubscriptions.update(subscription);
    if (stored.active && !subscription.active) {
      const detail = 'The subscription was turned off.';
      await store.webhookDeliveries.giveUpPending(stored.id, { detail, at: ctx.now });
    }
    tx.changed(updated('webhook', audited(stored), audited(subscription), hostOf(subscription)));
    return subscription;
  });
}
