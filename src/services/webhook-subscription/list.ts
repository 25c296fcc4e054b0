import type { Context } from '../context.ts';
import type { WebhookSubscription } from '../ports/webhook-subscriptions.ts';

/** A page's webhook subscriptions, oldest first. */
export async function listWebhookSubscriptions(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<{ subscriptions: WebhookSubscription[]; total: number }> {
  return ctx.read.webhookSubscriptions.list(input.pageId, input);
}
