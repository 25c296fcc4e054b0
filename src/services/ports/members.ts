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
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

/** A place that names a member and keeps them from being deleted. */
export type MemberUse = {
  readonly kind: 'team' | 'schedule' | 'override' | 'routing rule' | 'escalation policy';
  readonly id: string;
  readonly name: string;
};

export interface MemberRepository {
  find(id: string): Promise<Member | null>;
  findMany(ids: readonly string[]): Promise<Member[]>;
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
  usesOf(member: Member): Promise<MemberUse[]>;
  /** Puts `replacement` in every place that names `member`, without doubles within one place. */
  replaceEverywhere(member: Member, replacement: Member): Promise<void>;
  remove(id: string): Promise<void>;
}
