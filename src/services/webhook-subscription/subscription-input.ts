import type { IdGenerator } from '../../platform/ids.ts';
import type { WebhookSubscription } from '../ports/webhook-subscriptions.ts';

/** What may be said of a subscription. */
export type WebhookSubscriptionInput = Pick<WebhookSubscription, 'url' | 'description' | 'types'>;

const SECRET_BYTES = 32;

/** A signing secret in the form of the Standard Webhooks specification. */
export function newSigningSecret(ids: IdGenerator): string {
  return `whsec_${Buffer.from(ids.secret(SECRET_BYTES), 'base64url').toString('base64')}`;
}

/** Once each. */
export function uniqueTypes(types: readonly string[]): string[] {
  return [...new Set(types)];
}
