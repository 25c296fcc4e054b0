import type { Channel } from '../../core/notification/channel.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { OutboxEntry } from './outbox.ts';

/** What a notice is about; in webhooks its type. */
export type NoticeType = 'oncall.handoff' | 'oncall.reminder' | 'oncall.swap' | 'oncall.health';

/** Something that a member is to be told and that is no page: nothing depends on whether and when they read it. */
export type NewNotice = {
  /** Unique for ever, and says what it is about (`handoff:<schedule>:<at>:<member>`): the same is never told twice. */
  readonly key: string;
  readonly pageId: string;
  readonly memberId: string;
  readonly type: NoticeType;
  /** One line. */
  readonly title: string;
  /** A few plain sentences, without markup. */
  readonly text: string;
  /** Where a browser shows more. */
  readonly url: string | null;
  /** From then on it is not sent any more. */
  readonly expiresAt: EpochMs;
};

export type Notice = NewNotice & {
  readonly id: string;
  /** Channels that refused it for good. */
  readonly refused: readonly Channel[];
  /** The channel that took it at `sentAt`; while that is null, one that may have taken it: its answer is not known. */
  readonly sentBy: Channel | null;
  readonly sentAt: EpochMs | null;
  readonly createdAt: EpochMs;
};

/** The request that a notice is sent under; whoever lost its lease records nothing any more. */
export type NoticeLease = Pick<OutboxEntry, 'id' | 'leaseToken'>;

export interface NoticeRepository {
  /** Stores those whose key is new and whose member still is one of the page; answers the ids of what was stored. */
  insertMany(notices: readonly (NewNotice & { readonly id: string })[], now: EpochMs): Promise<string[]>;
  find(id: string): Promise<Notice | null>;
  /** An attempt by `by` begins, and the lease lasts until `leaseUntil`. False where it is another's: then nothing is sent. */
  begin(id: string, lease: NoticeLease, attempt: { by: Channel; leaseUntil: EpochMs }): Promise<boolean>;
  /** The attempt that began surely sent nothing, and may be made again. */
  recordUnsent(id: string, lease: NoticeLease): Promise<void>;
  /** `channel` will never take it. */
  recordRefused(id: string, lease: NoticeLease, channel: Channel): Promise<void>;
  recordSent(id: string, lease: NoticeLease, sent: { by: Channel; at: EpochMs }): Promise<void>;
  /** Takes back what nobody began to send and was made since, by what its key begins with, but for the keys in `keep`. */
  withdraw(which: { prefix: string; keep: readonly string[]; madeSince: EpochMs }): Promise<number>;
  /** Forgets notices made before `instant`, at most `limit`; answers how many. */
  deleteBefore(instant: EpochMs, limit: number): Promise<number>;
}
