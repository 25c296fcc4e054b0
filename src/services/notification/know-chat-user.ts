import type { Context } from '../context.ts';
import type { Member } from '../ports/members.ts';
import type { SendResult } from '../ports/sender.ts';

/** The member with their chat user: remembered, or found by e-mail now and remembered from then on. Never by name. */
export async function knowChatUser(
  ctx: Context,
  member: Member,
): Promise<{ member: Member } | { failed: SendResult }> {
  if (member.chatUserId !== null) return { member };
  if (ctx.chat === null) return { failed: { kind: 'rejected', reason: 'no chat is set up here' } };
  const found = await ctx.chat.findUserByEmail(member.email);
  switch (found.kind) {
    case 'found':
      await ctx.read.members.rememberChatUser(member.id, found.userId);
      return { member: { ...member, chatUserId: found.userId } };
    case 'absent':
      return { failed: { kind: 'rejected', reason: 'no chat user has this e-mail address' } };
    case 'unavailable': {
      const { reason, afterMs } = found;
      // One that only asked to wait is in no trouble.
      const failed =
        afterMs === undefined ? { reason, unavailable: true } : { reason, afterMs, unavailable: false };
      return { failed: { kind: 'retry', ...failed } };
    }
  }
}
