import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Member } from '../ports/members.ts';

/** The member with that id, of whatever page: the caller decides whether it may be seen. Errors: `not_found`. */
export async function findMember(ctx: Context, input: { memberId: string }): Promise<Member> {
  const member = await ctx.read.members.find(input.memberId);
  if (member === null) throw notFound('Member');
  return member;
}
