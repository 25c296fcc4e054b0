import type { EpochMs } from '../../core/time/instant.ts';

/** An address that the events of a page are sent to. */
export type WebhookSubscription = {
  readonly id: string;
  readonly pageId: string;
  readonly url: string;
  readonly description: string;
  /** Types of events; empty: all. */
  readonly types: readonly string[];
  /** `whsec_` and base64. Never in a log. */
  readonly secret: string;
  readonly active: boolean;
  /** Since when every delivery fails; null: the last one arrived, or none was tried. */
  readonly failingAt: EpochMs | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export interface WebhookSubscriptionRepository {
  find(id: string): Promise<WebhookSubscription | null>;
  /** As `find`, keeping every other writer of it, and the publisher, waiting until the transaction ends. */
  lock(id: string): Promise<WebhookSubscription | null>;
  /** Oldest first. */
  list(
    pageId: string,
    options: { offset: number; limit: number },
  ): Promise<{ subscriptions: WebhookSubscription[]; total: number }>;
  count(pageId: string): Promise<number>;
  insert(subscription: WebhookSubscription): Promise<void>;
  /** Stores all of it but its page. */
  update(subscription: WebhookSubscription): Promise<void>;
  /** With its deliveries. False when there was none. */
  remove(id: string): Promise<boolean>;
}
