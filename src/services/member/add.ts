import type { Context } from '../context.ts';
import type { Member } from '../ports/members.ts';
import type { Changes } from '../with-changes.ts';
import {
  changedMember,
  requireFreeChatUser,
  requireKnownCountry,
  type MemberFields,
  type SavedMember,
} from './member-input.ts';
import { created, updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** A day and a quarter of an hour before, in minutes. */
const DEFAULT_REMINDERS = [1_440, 15];

export type NewMember = Changes<MemberFields> & {
  readonly pageId: string;
  readonly email: string;
  readonly permission: Member['permission'];
};

/** Adds a member to a page; who is there already by that e-mail (any case) is changed instead. */
export async function addMember(ctx: Context, input: NewMember): Promise<SavedMember> {
  const { pageId, email, ...fields } = input;
  await requireKnownCountry(fields);
  return transact(ctx, async (tx) => {
    const { store } = tx;
    // The page's lock makes two adders of one e-mail wait for each other.
    await store.pages.lock(pageId);
    const stored = await store.members.findByIdOrEmail(pageId, email);
    const saved = changedMember(ctx.ids, stored ?? blank(ctx, pageId, email), fields);
    const member: Member = { ...saved.member, updatedAt: ctx.now };
    await requireFreeChatUser(store, member);
    if (stored === null) await store.members.insert(member);
    else await store.members.update(member);
    const name = member.name ?? member.email;
    tx.changed(stored === null ? created('member', member, name) : updated('member', stored, member, name));
    return { ...saved, member };
  });
}

function blank(ctx: Context, pageId: string, email: string): Member {
  return {
    id: ctx.ids.next('mbr'),
    pageId,
    email: email.toLowerCase(),
    name: null,
    phone: null,
    avatar: null,
    timeZone: 'UTC',
    chatUserId: null,
    webhookUrl: null,
    webhookSecret: null,
    permission: 'MEMBER',
    notificationRules: null,
    country: null,
    handoffReminders: DEFAULT_REMINDERS,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}
