import type { Context } from '../context.ts';
import type { Member } from '../ports/members.ts';

/** A page's members, oldest first. */
export async function listMembers(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<Member[]> {
  const { members } = await ctx.read.members.list(input.pageId, input);
  return members;
}
