import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Member } from '../ports/members.ts';

/** A member of a page, by id or e-mail. Errors: `not_found`, for one of another page too. */
export async function getMember(ctx: Context, input: { pageId: string; memberId: string }): Promise<Member> {
  const member = await ctx.read.members.findByIdOrEmail(input.pageId, input.memberId);
  if (member === null) throw notFound('Member');
  return member;
}
