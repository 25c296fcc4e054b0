import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Member, MemberUse } from '../ports/members.ts';
import type { Store } from '../ports/store.ts';
import { placesOf } from '../still-named.ts';
import { lockSettled } from '../schedule/lock-settled.ts';
import { putInForce } from '../schedule/put-in-force.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

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
  return transact(ctx, async (tx) => {
    const { store } = tx;
    await store.pages.lock(pageId);
    const member = await store.members.findByIdOrEmail(pageId, memberId);
    if (member === null) throw notFound('Member');
    let replacedBy: string | null = null;
    if (replaceWith !== undefined) {
      const replacement = await store.members.findByIdOrEmail(pageId, replaceWith);
      if (replacement === null) throw invalid('replaceWith', 'no member of this page has that id or e-mail');
      if (replacement.id === member.id) throw invalid('replaceWith', 'must be another member');
      replacedBy = replacement.id;
      await replaceInShifts(ctx, store, member, replacement);
      await store.members.replaceEverywhere(member, replacement, ctx.now);
      await store.handoffWatch.lookAgainOnPage(pageId);
    }
    // As late as this: whoever changes a place has that first, and then holds whom it is to name.
    await store.targets.lockMember(member.id);
    const uses = await store.members.usesOf(member, ctx.now);
    if (uses.length > 0) throw conflict(refusal(member, uses));
    await store.members.remove(member, ctx.now);
    tx.changed({
      ...deleted('member', member, member.name ?? member.email),
      after: replacedBy === null ? null : { replacedBy },
    });
    return member;
  });
}

/** Lets the replacement take over the member's turns, so that nobody else's move, and keeps who had them until now. */
async function replaceInShifts(
  ctx: Context,
  store: Store,
  member: Member,
  replacement: Member,
): Promise<void> {
  const uses = await store.members.usesOf(member, ctx.now);
  const scheduleIds = new Set(uses.flatMap(({ kind, id }) => (kind === 'schedule' ? [id] : [])));
  const taken = <T extends { readonly memberId: string }>(place: T): T =>
    place.memberId === member.id ? { ...place, memberId: replacement.id } : place;
  for (const scheduleId of scheduleIds) {
    const stored = await lockSettled(ctx, store, scheduleId);
    const shifts = stored.shifts.map((shift) => ({
      ...shift,
      members: shift.members.map(taken),
      kept: shift.kept === null ? null : taken(shift.kept),
    }));
    await putInForce(ctx, store, stored, { ...stored, shifts, updatedAt: ctx.now }, ctx.now);
  }
}

function refusal(member: Member, uses: readonly MemberUse[]): string {
  return `${member.email} is still in: ${placesOf(uses)}. Name who takes over with ?replaceWith=<member>`;
}
