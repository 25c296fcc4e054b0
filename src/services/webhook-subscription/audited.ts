import type { AuditedChange } from '../audit/entry.ts';
import type { WebhookSubscription } from '../ports/webhook-subscriptions.ts';

/** A subscription as the audit log shows it: its address may be all that keeps others from sending there. */
export function audited({ url, ...rest }: WebhookSubscription) {
  return { ...rest, webhookUrl: url };
}

/** What people know it by; the rest of its address may be a secret. */
export function hostOf({ url }: Pick<WebhookSubscription, 'url'>): string {
  return new URL(url).host;
}

/** What somebody did with a subscription that left it as it was. */
export function actedOn(
  subscription: WebhookSubscription,
  action: Extract<AuditedChange['action'], 'tested' | 'replayed'>,
): AuditedChange {
  const { id, pageId } = subscription;
  return { action, kind: 'webhook', id, name: hostOf(subscription), pageId, before: null, after: null };
}
