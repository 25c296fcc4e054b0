import type { EpochMs } from '../../core/time/instant.ts';
import type { NewEvent } from './events.ts';

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event on its way to one subscription. */
export type WebhookDelivery = {
  readonly id: string;
  readonly subscriptionId: string;
  readonly eventId: string;
  /** The event's. */
  readonly type: string;
  readonly state: DeliveryState;
  /** Tries so far, one that is under way included. */
  readonly attempts: number;
  /** When it is tried next; of one that is being tried: when that is given up. Null: never. */
  readonly nextAttemptAt: EpochMs | null;
  readonly firstFailedAt: EpochMs | null;
  /** The HTTP status of the last answer; null: none came. */
  readonly responseStatus: number | null;
  /** The beginning of the last answer, or what went wrong. */
  readonly detail: string | null;
  /** How long the last try took, in ms. */
  readonly durationMs: number | null;
  /** The delivery that it repeats. */
  readonly replayOf: string | null;
  readonly createdAt: EpochMs;
  readonly deliveredAt: EpochMs | null;
};

/** A delivery under a lease, with all that sending it needs. */
export type ClaimedDelivery = {
  readonly id: string;
  readonly leaseToken: string;
  readonly attempts: number;
  readonly subscriptionId: string;
  readonly url: string;
  readonly secret: string;
  readonly event: NewEvent;
};

/** How one try went. */
export type TriedDelivery = {
  readonly responseStatus: number | null;
  readonly detail: string;
  readonly durationMs: number;
  readonly at: EpochMs;
};

export interface WebhookDeliveryRepository {
  find(id: string): Promise<WebhookDelivery | null>;
  /** Newest first. */
  list(
    subscriptionId: string,
    options: { state: DeliveryState | null; offset: number; limit: number },
  ): Promise<{ deliveries: WebhookDelivery[]; total: number }>;
  /** Stores one that is due at once; `newEvent` is stored before it, for this subscription alone. */
  insert(delivery: {
    id: string;
    subscriptionId: string;
    eventId: string;
    replayOf: string | null;
    newEvent?: NewEvent;
    now: EpochMs;
  }): Promise<void>;
  /**
   * Stores a new delivery for each event of which the last one to the subscription failed, first at `since` or later;
   * at most `limit`, in order, by one statement. Answers how many.
   */
  replayFailed(options: {
    subscriptionId: string;
    since: EpochMs;
    now: EpochMs;
    limit: number;
  }): Promise<number>;
  /** Whether any may be claimed. Cheap where none may. */
  isAnyDue(now: EpochMs): Promise<boolean>;
  /**
   * Takes what is due under a lease and counts the try: `perSubscription` of each at most, the oldest first, and nothing of
   * one of which something is under a lease already, so that no backlog is in anybody's way. `failing` says whether of
   * those subscriptions whose last try failed, or of the others.
   */
  claim(options: {
    failing: boolean;
    now: EpochMs;
    leaseUntil: EpochMs;
    leaseToken: string;
    limit: number;
    perSubscription: number;
  }): Promise<ClaimedDelivery[]>;
  /** It arrived: its subscription fails no more. Needs the lease. */
  recordDelivered(delivery: ClaimedDelivery, tried: TriedDelivery): Promise<void>;
  /**
   * It did not arrive; `nextAt` null: it is given up. Needs the lease. Answers since when the subscription fails; null
   * where the lease, or the subscription, was gone.
   */
  recordFailed(
    delivery: ClaimedDelivery,
    tried: TriedDelivery,
    nextAt: EpochMs | null,
  ): Promise<EpochMs | null>;
  /** Gives back what was not tried. */
  putBack(deliveries: readonly ClaimedDelivery[], now: EpochMs): Promise<void>;
  /** Gives up all that is pending of a subscription. */
  giveUpPending(subscriptionId: string, options: { detail: string; at: EpochMs }): Promise<number>;
  /** Gives back the leases of a process that is surely gone. */
  releaseAll(now: EpochMs): Promise<void>;
  /** Of the oldest `limit`, deletes those that are over and were made before `instant`; answers how many. */
  deleteOverBefore(instant: EpochMs, limit: number): Promise<number>;
}
