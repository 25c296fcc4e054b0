import type { Context } from '../context.ts';
import type { DeliveryState, WebhookDelivery } from '../ports/webhook-deliveries.ts';

/** A subscription's deliveries, newest first; with `state` those in it only. */
export async function listDeliveries(
  ctx: Context,
  input: { subscriptionId: string; state: DeliveryState | null; offset: number; limit: number },
): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
  return ctx.read.webhookDeliveries.list(input.subscriptionId, input);
}
