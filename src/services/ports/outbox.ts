import type { EpochMs } from '../../core/time/instant.ts';

/** Those that tell one subscriber, by e-mail, SMS and webhook. */
export const TELLING_KINDS = ['announcement.deliver', 'announcement.sms', 'announcement.webhook'] as const;

/**
 * Work promised in a transaction. `chat.sync`: make chat show an incident (the subject) as it is. `notice.send`: tell
 * a member of a notice (the subject). `alert.send`: send a message of a monitor's alert (the subject).
 * `announcement.send`: settle who hears of an announcement (the subject). `announcement.deliver`: tell one subscriber of
 * it by their message (the subject) by e-mail; `announcement.sms` and `announcement.webhook`: by those, each in a line of
 * its own, because a number sends one a second and webhooks may hang. `subscriber.confirm`: ask a subscriber (the
 * subject) whether they want to be told.
 */
export type OutboxKind =
  | 'chat.sync'
  | 'notice.send'
  | 'alert.send'
  | 'announcement.send'
  | (typeof TELLING_KINDS)[number]
  | 'subscriber.confirm';

export type OutboxRequest = {
  readonly kind: OutboxKind;
  readonly subjectId: string;
  readonly dueAt: EpochMs;
};

export type OutboxEntry = {
  readonly id: string;
  readonly kind: OutboxKind;
  readonly subjectId: string;
  readonly generation: number;
  readonly attempts: number;
  readonly leaseToken: string;
  readonly createdAt: EpochMs;
};

export interface OutboxRepository {
  /** Takes what is due of one kind under a lease, longest due first. */
  claim(options: {
    kind: OutboxKind;
    now: EpochMs;
    leaseUntil: EpochMs;
    leaseToken: string;
    limit: number;
  }): Promise<OutboxEntry[]>;
  /** Ends an entry, unless it was asked for again since it was claimed: then it is due at once. Needs the lease. */
  finish(entry: OutboxEntry, now: EpochMs): Promise<void>;
  /** Puts an entry off. Needs the lease; `countsAsAttempt` is false where nothing was tried. */
  postpone(
    entry: OutboxEntry,
    options: { until: EpochMs; error: string; countsAsAttempt: boolean },
  ): Promise<void>;
  /** Gives back the leases of a process that is surely gone. */
  releaseAll(now: EpochMs): Promise<void>;
  deleteDoneBefore(instant: EpochMs, limit: number): Promise<number>;
  /** Without the messages to subscribers, which may be many and go one after the other. */
  countDue(now: EpochMs): Promise<number>;
}
