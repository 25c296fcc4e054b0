import type { Channel } from '../../core/notification/channel.ts';
import type { EpochMs } from '../../core/time/instant.ts';

export type NotificationState = 'PENDING' | 'SENDING' | 'HELD' | 'SENT' | 'FAILED' | 'CANCELLED' | 'LEFT_OUT';

export type NewNotification = {
  readonly id: string;
  readonly incidentId: string;
  readonly firingId: string;
  readonly memberId: string;
  readonly channel: Channel;
  readonly step: number;
  readonly setKey: string;
  readonly state: 'PENDING' | 'LEFT_OUT';
  readonly why: string;
  readonly dueAt: EpochMs;
  /** Sent while the incident is not resolved; else only while nobody has it. */
  readonly evenIfTaken: boolean;
  readonly reason: string | null;
};

/** A notification under a lease: nobody else sends it until `leaseUntil`, and only `leaseToken` may record what came of it. */
export type ClaimedNotification = {
  readonly id: string;
  readonly incidentId: string;
  readonly memberId: string;
  readonly channel: Channel;
  readonly setKey: string;
  readonly why: string;
  readonly dueAt: EpochMs;
  /** This attempt's number, from 1. */
  readonly attempt: number;
  readonly firstFailedAt: EpochMs | null;
  readonly hasFallback: boolean;
  readonly isRepeat: boolean;
  readonly evenIfTaken: boolean;
  readonly leaseToken: string;
  /** The bundle that an earlier attempt of which nobody knows the end belonged to. */
  readonly bundleId: string | null;
  /** When an earlier attempt started of which nobody knows whether it arrived; null: there is none. */
  readonly uncertainSince: EpochMs | null;
};

/** What came of an attempt. */
export type AttemptRecord = {
  readonly outcome: 'SENT' | 'RETRY' | 'REJECTED' | 'UNCERTAIN';
  readonly detail: string | null;
  readonly externalId: string | null;
};

/** What came of a notification that got out. */
export type Sent = {
  readonly externalId: string | null;
  readonly isRepeat: boolean;
  readonly bundleId: string | null;
};

export type Release =
  | {
      readonly kind: 'retry';
      readonly at: EpochMs;
      readonly reason: string;
      readonly firstFailedAt: EpochMs;
      /** False where the provider only asked to wait: that uses no try up. */
      readonly countsAsAttempt: boolean;
    }
  /** Nothing was tried: it goes back as it was. */
  | { readonly kind: 'put-back'; readonly at: EpochMs }
  | { readonly kind: 'failed'; readonly reason: string };

export type MemberSet = { readonly memberId: string; readonly setKey: string; readonly isSending: boolean };

/** A notification as the outbox of the sandbox and a member's history show it. */
export type NotificationView = {
  readonly id: string;
  readonly incidentId: string;
  readonly memberId: string;
  readonly channel: Channel;
  readonly state: NotificationState;
  readonly why: string;
  readonly dueAt: EpochMs;
  readonly sentAt: EpochMs | null;
  readonly isRepeat: boolean;
  readonly reason: string | null;
};

export interface NotificationRepository {
  /** The sets that members have of an incident; those of which an acknowledgement or a resolution took steps away are none. */
  setsOf(incidentId: string): Promise<MemberSet[]>;
  /** Takes what is due by one channel under a lease and records that an attempt starts, in one statement. */
  claim(options: {
    channel: Channel;
    now: EpochMs;
    leaseUntil: EpochMs;
    leaseToken: string;
    limit: number;
  }): Promise<ClaimedNotification[]>;
  /**
   * Records what came of an attempt and gives the lease up. False where the lease was lost meanwhile: then nothing is
   * recorded. A retry of an incident that was acknowledged or resolved meanwhile is cancelled, of a snoozed one held.
   */
  release(
    claimed: ClaimedNotification,
    attempt: AttemptRecord | null,
    release: Release,
    now: EpochMs,
  ): Promise<boolean>;
  /** The same of an attempt that was sent. */
  markSent(claimed: ClaimedNotification, sent: Sent, now: EpochMs): Promise<boolean>;
  /** Extends leases that are still held. */
  extend(ids: readonly string[], leaseToken: string, leaseUntil: EpochMs): Promise<void>;
  /**
   * Starts the next channel of a failing notification's set: its earliest step that still waits and is of another
   * channel becomes due at `now`. Null where there is none, or where this one has started one already.
   */
  startNextChannel(id: string, now: EpochMs): Promise<{ channel: Channel } | null>;
  /** Whether any step of a set was sent. */
  isAnySent(setKey: string): Promise<boolean>;
  /**
   * How many messages went to members by a channel since an instant, a bundle counted once, and how many may be on their
   * way under other leases than `leaseToken`, lapsed or not.
   */
  countSentSince(
    memberIds: readonly string[],
    by: { channel: Channel; since: EpochMs; leaseToken: string },
  ): Promise<Map<string, number>>;
  /** The youngest bundle of a member and channel that was posted since an instant; `on its way`: it is not yet. */
  openBundle(
    memberId: string,
    by: { channel: Channel; since: EpochMs; now: EpochMs; leaseToken: string },
  ): Promise<{ bundleId: string; externalId: string | null } | 'on its way' | null>;
  /** Notes before they are sent that leased notifications go in one bundle: a crash then finds them together. */
  assignBundle(ids: readonly string[], leaseToken: string, bundleId: string): Promise<void>;
  /** The incidents that a member's bundle names or, being on their way into it, is to name; oldest due first. */
  incidentsInBundle(memberId: string, bundleId: string): Promise<string[]>;
  bundleOf(id: string): Promise<string | null>;
  /** Steps that wait are not sent: the incident is taken on or over. */
  cancel(incidentId: string, now: EpochMs): Promise<number>;
  /** Steps that wait stand still: the incident is snoozed. Those that were asked for by hand go on. */
  hold(incidentId: string): Promise<void>;
  /** Held steps go on, later by as long as they stood still. */
  unhold(incidentId: string, stoodStillMs: number): Promise<{ channel: Channel; at: EpochMs }[]>;
  /** An acknowledgement made at `silentSince` is taken back: what it cancelled goes on, as far off as it was. */
  restore(
    incidentId: string,
    silentSince: EpochMs,
    now: EpochMs,
  ): Promise<{ channel: Channel; at: EpochMs }[]>;
  /** Steps that were held by a hair after their incident's snooze had ended go on (or end with it). */
  freeHeld(): Promise<void>;
  /** When the next notification of each channel that has any is due; overdue ones too. */
  nextDue(): Promise<{ channel: Channel; at: EpochMs }[]>;
  /** Whether any notification of a channel waits to be sent. */
  isAnyDue(channel: Channel, now: EpochMs): Promise<boolean>;
  /** Gives back the leases of a process that is surely gone. */
  releaseAll(now: EpochMs): Promise<void>;
  /** Youngest first. */
  latest(channels: readonly Channel[], limit: number): Promise<NotificationView[]>;
  /** Whether a provider is failing, and since when; of what was last heard long ago nothing is known. */
  failingSince(channel: Channel, now: EpochMs): Promise<EpochMs | null>;
  markProvider(channel: Channel, failing: { reason: string } | null, now: EpochMs): Promise<void>;
}
