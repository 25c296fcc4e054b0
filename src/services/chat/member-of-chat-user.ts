import type { Context } from '../context.ts';
import type { Member } from '../ports/members.ts';

/**
 * The member of a page whom a chat user is: the one who is remembered or was linked by hand; else the one with the
 * chat user's e-mail, who is remembered from then on unless another chat user was linked to them. Null: nobody.
 * `emailOf` asks chat; null when it knows none. What it throws passes through: an outage of chat is no answer.
 */
export async function memberOfChatUser(
  ctx: Context,
  input: { pageId: string; chatUserId: string; emailOf: (chatUserId: string) => Promise<string | null> },
): Promise<Member | null> {
  const { pageId, chatUserId } = input;
  const known = await ctx.read.members.findByChatUser(pageId, chatUserId);
  if (known !== null) return known;
  const email = await input.emailOf(chatUserId);
  if (email === null || !email.includes('@')) return null;
  const member = await ctx.read.members.findByIdOrEmail(pageId, email.trim().toLowerCase());
  if (member === null || member.chatUserId !== null) return member;
  await ctx.read.members.rememberChatUser(member.id, chatUserId);
  return { ...member, chatUserId };
}
