import type { Actor } from '../services/context.ts';
import type { Deps } from './deps.ts';
import type { Place } from './tell.ts';
import { notLinked } from './words.ts';

/**
 * The member of a page as whom a chat user acts. Null where there is none: that user has then been told, in private,
 * how to be linked.
 */
export async function actorOf(deps: Deps, pageId: string, place: Place): Promise<Actor | null> {
  const { userId } = place;
  const member = await deps.verbs.memberOfChatUser({
    pageId,
    chatUserId: userId,
    emailOf: (chatUserId) => deps.web.emailOf(chatUserId),
  });
  if (member !== null) {
    return { kind: 'member', memberId: member.id, name: member.name ?? member.email, via: 'chat' };
  }
  await deps.tell(place, { text: notLinked(userId) });
  return null;
}
