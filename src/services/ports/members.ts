import type { Channel } from '../../core/notification/channel.ts';
import type { EpochMs } from '../../core/time/instant.ts';

export const PERMISSIONS = ['FULL', 'READ', 'WRITE', 'MEMBER', 'EDITOR'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type NotificationRule = { readonly channel: Channel; readonly delayInMins: number };

export type Member = {
  readonly id: string;
  readonly pageId: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly avatar: string | null;
  readonly timeZone: string;
  readonly chatUserId: string | null;
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  readonly permission: Permission;
  /** Null: the default plan. */
  readonly notificationRules: readonly NotificationRule[] | null;
  /** ISO 3166-1 alpha-2, perhaps with a subdivision (`DE-BY`): whose public holidays count for them. */
  readonly country: string | null;
  /** Minutes before a stretch on call at which they are reminded of it; none: never. */
  readonly handoffReminders: readonly number[];
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

/** Whom answers about on-call name; of somebody who was deleted since, only who they were. */
export type KnownMember = Pick<Member, 'id' | 'name' | 'email' | 'phone' | 'avatar' | 'chatUserId'>;

/** A place that names a member and keeps them from being deleted. */
export type MemberUse = {
  readonly kind: 'team' | 'schedule' | 'override' | 'routing rule' | 'escalation policy';
  readonly id: string;
  readonly name: string;
};

export interface MemberRepository {
  find(id: string): Promise<Member | null>;
  findMany(ids: readonly string[]): Promise<Member[]>;
  /** Those with `ids`, deleted ones too. */
  findKnown(ids: readonly string[]): Promise<KnownMember[]>;
  /** By id or e-mail (any case), within one page. */
  findByIdOrEmail(pageId: string, idOrEmail: string): Promise<Member | null>;
  /** All of those that exist, by id or e-mail, in one statement. */
  findManyByIdOrEmail(pageId: string, idsOrEmails: readonly string[]): Promise<Member[]>;
  findByChatUser(pageId: string, chatUserId: string): Promise<Member | null>;
  /** Across pages: whoever has that number. */
  findByPhone(phone: string): Promise<Member[]>;
  /** All members of a page whose permission is FULL. */
  admins(pageId: string): Promise<Member[]>;
  list(
    pageId: string,
    options: { offset: number; limit: number },
  ): Promise<{ members: Member[]; total: number }>;
  /** Every e-mail and name known, without doubles: the people of the sandbox. At most `limit`. */
  people(limit: number): Promise<{ email: string; name: string | null; avatar: string | null }[]>;
  insert(member: Member): Promise<void>;
  update(member: Member): Promise<void>;
  /** Remembers who a member is in chat; a no-op where somebody else of the page already is that user. */
  rememberChatUser(id: string, chatUserId: string): Promise<void>;
  /** The places that name them from `now` on. */
  usesOf(member: Member, now: EpochMs): Promise<MemberUse[]>;
  /**
   * Puts `replacement` in every place that names `member` from `now` on, without doubles within one place; all but the
   * shifts in force, whose history is to be kept.
   */
  replaceEverywhere(member: Member, replacement: Member, now: EpochMs): Promise<void>;
  /** Deletes them; who they were stays known for what is told of the past. */
  remove(member: Member, now: EpochMs): Promise<void>;
}
