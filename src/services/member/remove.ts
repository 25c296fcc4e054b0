import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Member, MemberUse } from '../ports/members.ts';

/**
 * Deletes a member (by id or e-mail); `replaceWith`, another member of the page, first takes their place everywhere, so
 * that no schedule, team, rule or policy is left without whom it names. Answers who was deleted.
 * Errors: `not_found`; `conflict` naming each place that still names them; `validation_error` for `replaceWith`.
 */
export async function removeMember(
  ctx: Context,
  input: { pageId: string; memberId: string; replaceWith: string | undefined },
): Promise<Member> {
  const { pageId, memberId, replaceWith } = input;
  return ctx.uow.transaction(async (store) => {
    await store.pages.lock(pageId);
    const member = await store.members.findByIdOrEmail(pageId, memberId);
    if (member === null) throw notFound('Member');
    if (replaceWith !== undefined) {
      const replacement = await store.members.findByIdOrEmail(pageId, replaceWith);
      if (replacement === null) throw invalid('replaceWith', 'no member of this page has that id or e-mail');
      if (replacement.id === member.id) throw invalid('replaceWith', 'must be another member');
      await store.members.replaceEverywhere(member, replacement);
    }
    const uses = await store.members.usesOf(member);
    if (uses.length > 0) throw conflict(refusal(member, uses));
    await store.members.remove(member.id);
    return member;
  });
}

function refusal(member: Member, uses: readonly MemberUse[]): string {
  const places = uses.map(({ kind, id, name }) => `${kind} ${name} (${id})`).join(', ');
  return `${member.email} is still in: ${places}. Name who takes over with ?replaceWith=<member>`;
}
