import { isHolidayRegion } from '../../platform/holidays.ts';
import type { IdGenerator } from '../../platform/ids.ts';
import { conflict, invalid } from '../errors.ts';
import type { Member } from '../ports/members.ts';
import type { Store } from '../ports/store.ts';
import { withChanges, type Changes } from '../with-changes.ts';

/** What people may say of a member. */
export type MemberFields = Pick<
  Member,
  | 'name'
  | 'phone'
  | 'avatar'
  | 'timeZone'
  | 'chatUserId'
  | 'webhookUrl'
  | 'permission'
  | 'notificationRules'
  | 'country'
  | 'handoffReminders'
>;

/** A member as they are now; `newSecret` is the one time that their webhook's secret is told. */
export type SavedMember = { readonly member: Member; readonly newSecret: string | null };

const SECRET_BYTES = 32;

/**
 * `stored` with `changes`. A webhook address that is new gets a secret of its own, in the form of the Standard Webhooks
 * specification (`whsec_` and base64), so that an earlier receiver cannot forge what the new one trusts.
 */
export function changedMember(ids: IdGenerator, stored: Member, changes: Changes<MemberFields>): SavedMember {
  const member = withChanges<Member>(stored, changes);
  if (member.webhookUrl === stored.webhookUrl) return { member, newSecret: null };
  if (member.webhookUrl === null) return { member: { ...member, webhookSecret: null }, newSecret: null };
  const newSecret = `whsec_${Buffer.from(ids.secret(SECRET_BYTES), 'base64url').toString('base64')}`;
  return { member: { ...member, webhookSecret: newSecret }, newSecret };
}

/** Errors: `conflict` where another member of the page is that chat user. */
export async function requireFreeChatUser(store: Store, member: Member): Promise<void> {
  if (member.chatUserId === null) return;
  const other = await store.members.findByChatUser(member.pageId, member.chatUserId);
  if (other !== null && other.id !== member.id) throw conflict(`${other.email} is this chat user already`);
}

/** Errors: `validation_error` naming `country` where nobody knows the public holidays of it. */
export async function requireKnownCountry({ country }: Changes<MemberFields>): Promise<void> {
  if (country === undefined || country === null || (await isHolidayRegion(country))) return;
  throw invalid('country', `no public holidays are known of ${country}`);
}
