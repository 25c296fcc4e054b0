import { deleted } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { transact } from '../transact.ts';
import { audited, hostOf } from './audited.ts';

/** Deletes a subscription with its deliveries; nothing more is sent to its address. Errors: `not_found`. */
export async function removeWebhookSubscription(
  ctx: Context,
  input: { subscriptionId: string },
): Promise<void> {
  await transact(ctx, async (tx) => {
    const stored = await tx.store.webhookSubscriptions.lock(input.subscriptionId);
    const isGone = stored === null || !(await tx.store.webhookSubscriptions.remove(stored.id));
    if (isGone) throw notFound('Webhook subscription');
    tx.changed(deleted('webhook', audited(stored), hostOf(stored)));
  });
}
