import type { EpochMs } from '../../core/time/instant.ts';
import type { OutboxEntry } from './outbox.ts';
import type { Page } from './pages.ts';
import type { Subscriber, SubscriberAddress } from './subscribers.ts';

/** What subscribers read. */
export type AnnouncementContent = {
  readonly kind: 'incident' | 'maintenance';
  readonly title: string;
  readonly text: string;
  /** Where more is shown; null: the public page. */
  readonly url: string | null;
};

export type NewAnnouncement = {
  readonly pageId: string;
  /** What makes it come once: `update:<id>`, or what happened to which object. */
  readonly subject: string;
  readonly content: AnnouncementContent;
  /** Whom it concerns beside those who hear everything; empty: everybody. */
  readonly componentIds: readonly string[];
};

export type Announcement = NewAnnouncement & { readonly id: string; readonly createdAt: EpochMs };

/** One subscriber's message of an announcement, with all that sending it needs, as it is now. */
export type SubscriberMessage = {
  readonly id: string;
  readonly announcement: Pick<Announcement, 'id' | 'content' | 'createdAt'>;
  readonly subscriber: SubscriberAddress & Pick<Subscriber, 'id' | 'webhookEmail' | 'unsubscribeToken'>;
  readonly page: Pick<Page, 'id' | 'name' | 'subdomain'>;
  readonly sentAt: EpochMs | null;
  /** When it was given up. */
  readonly failedAt: EpochMs | null;
};

export interface AnnouncementRepository {
  /** Stores those of a page and subject that were not there before; answers their ids. */
  insertMany(
    announcements: readonly (NewAnnouncement & { readonly id: string })[],
    now: EpochMs,
  ): Promise<string[]>;
  /**
   * Settles that at most `limit` more subscribers hear of it, and asks the outbox to tell each; answers how many. Those
   * who hear: the confirmed who hear of everything, who chose a component that it names (or the group of one), or all of
   * the confirmed where it names none. One statement.
   */
  settle(id: string, options: { now: EpochMs; limit: number }): Promise<number>;
  /** Null where the message, its announcement or its subscriber is gone. One statement. */
  findMessage(id: string): Promise<SubscriberMessage | null>;
  /** It was sent: the subscriber has failed no more. */
  recordSent(messageId: string, at: EpochMs): Promise<void>;
  /** It is given up; `counts`: by the subscriber's own fault. Needs the lease of the request that it was tried under. */
  recordFailed(
    messageId: string,
    lease: Pick<OutboxEntry, 'id' | 'leaseToken'>,
    failure: { reason: string; at: EpochMs; counts: boolean },
  ): Promise<void>;
  /** Forgets what was announced before `instant`, with its messages; at most `limit` announcements; answers how many. */
  deleteBefore(instant: EpochMs, limit: number): Promise<number>;
}
