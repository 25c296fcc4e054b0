import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Member } from '../ports/members.ts';
import type { Changes } from '../with-changes.ts';
import {
  changedMember,
  requireFreeChatUser,
  requireKnownCountry,
  type MemberFields,
  type SavedMember,
} from './member-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Changes what is sent of a member (by id or e-mail). Errors: `not_found`; `conflict` for a taken chat user; `validation_error`. */
export async function updateMember(
  ctx: Context,
  input: { pageId: string; memberId: string; changes: Changes<MemberFields> },
): Promise<SavedMember> {
  const { pageId, memberId, changes } = input;
  await requireKnownCountry(changes);
  return transact(ctx, async (tx) => {
    const { store } = tx;
    await store.pages.lock(pageId);
    const stored = await store.members.findByIdOrEmail(pageId, memberId);
    if (stored === null) throw notFound('Member');
    const saved = changedMember(ctx.ids, stored, changes);
    const member: Member = { ...saved.member, updatedAt: ctx.now };
    await requireFreeChatUser(store, member);
    await store.members.update(member);
    tx.changed(updated('member', stored, member, member.name ?? member.email));
    if (changes.handoffReminders !== undefined) await store.handoffWatch.lookAgainOnPage(pageId);
    return { ...saved, member };
  });
}
