import { updated } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { WebhookSubscription } from '../ports/webhook-subscriptions.ts';
import { transact } from '../transact.ts';
import { audited, hostOf } from './audited.ts';
import { newSigningSecret } from './subscription-input.ts';

/** Gives a subscription a new signing secret, by which whatever is sent from now on is signed. Errors: `not_found`. */
export async function rotateWebhookSecret(
  ctx: Context,
  input: { subscriptionId: string },
): Promise<WebhookSubscription> {
  const subscription = await transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.webhookSubscriptions.lock(input.subscriptionId);
    if (stored === null) throw notFound('Webhook subscription');
    const rotated = { ...stored, secret: newSigningSecret(ctx.ids), updatedAt: ctx.now };
    await store.webhookSubscriptions.update(rotated);
    tx.changed({
      ...updated('webhook', audited(stored), audited(rotated), hostOf(rotated)),
      action: 'secret_rotated',
    });
    return rotated;
  });
  ctx.log.info({ webhookSubscriptionId: subscription.id }, "webhook subscription's secret changed");
  return subscription;
}
