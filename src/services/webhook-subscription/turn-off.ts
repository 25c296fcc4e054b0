import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { hostOf } from './audited.ts';

/** Sends nothing more to a subscription, gives up what waits for it, and says so in an event of its page. */
export async function turnOff(
  ctx: Context,
  input: { subscriptionId: string; reason: string },
): Promise<void> {
  const { subscriptionId, reason } = input;
  await transact(ctx, async (tx) => {
    const stored = await tx.store.webhookSubscriptions.lock(subscriptionId);
    if (stored === null || !stored.active) return;
    await tx.store.webhookSubscriptions.update({ ...stored, active: false, updatedAt: ctx.now });
    await tx.store.webhookDeliveries.giveUpPending(subscriptionId, {
      detail: `The subscription was turned off: ${reason}`,
      at: ctx.now,
    });
    // The address may hold a secret: its host says enough.
    tx.happened({
      type: 'webhook.disabled',
      pageId: stored.pageId,
      text: `The webhook subscription to ${hostOf(stored)} was turned off: ${reason}`,
      data: { webhookSubscriptionId: subscriptionId, reason },
    });
  });
}
