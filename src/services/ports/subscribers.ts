import type { EpochMs } from '../../core/time/instant.ts';

/** Where a subscriber is reached; exactly one is set. */
export type SubscriberAddress = {
  /** Lower case. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly webhook: string | null;
};

/** Somebody outside who wants to hear of a page's incidents and maintenances, by one address. */
export type Subscriber = SubscriberAddress & {
  readonly id: string;
  readonly pageId: string;
  readonly name: string | null;
  /** Who is written to where the webhook fails. */
  readonly webhookEmail: string | null;
  readonly confirmed: boolean;
  /** True: hears of everything; false: of the components. */
  readonly all: boolean;
  readonly components: readonly string[];
  readonly language: string;
  readonly confirmToken: string;
  readonly unsubscribeToken: string;
  /** Messages in a row that were given up. */
  readonly failedAttempts: number;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export interface SubscriberRepository {
  find(id: string): Promise<Subscriber | null>;
  /** The one of a page with that address, keeping other writers of it waiting until the transaction ends. */
  lockByAddress(pageId: string, address: SubscriberAddress): Promise<Subscriber | null>;
  findByConfirmToken(token: string): Promise<Subscriber | null>;
  findByUnsubscribeToken(token: string): Promise<Subscriber | null>;
  /** Oldest first; `search` is part of a name or address, in any case. */
  list(
    pageId: string,
    options: { search: string | undefined; offset: number; limit: number },
  ): Promise<Subscriber[]>;
  /** False where the page has one with that address. */
  insert(subscriber: Subscriber): Promise<boolean>;
  /** What it chose, whether it is confirmed, and when it changed. Components that were deleted in this moment are left out. */
  update(subscriber: Subscriber): Promise<void>;
  /** It wants to be told. False when there was none. */
  confirm(id: string, now: EpochMs): Promise<boolean>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  /** Forgets those who were asked before `instant` and never confirmed, at most `limit`; answers how many. */
  deleteUnconfirmedBefore(instant: EpochMs, limit: number): Promise<number>;
}
