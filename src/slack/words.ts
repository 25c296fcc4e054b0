import { escapeText } from './blocks/escape.ts';

/** Everything that chat is told in a sentence and that no service said already. */
export const WORDS = {
  noPage: 'There is no status page yet. An admin can make one with `POST /pages`.',
  notLinked:
    'You are not linked to a member of this page, so nothing was done. Ask an admin to set your `chatUserId`, or to add you ' +
    'as a member with the e-mail address of your Slack profile; then try again.',
  formExpired: 'Slack closed the door before the form could open. Please type `/incident new` again.',
  kept: 'That cannot be done right now. It is kept and tried again for about a minute.',
  failed: 'That could not be done. Please try it again.',
} as const;

const MAX_SENTENCE = 2_900;

/** A sentence of a service, safe to show. */
export function sentence(text: string): string {
  return escapeText(text, MAX_SENTENCE);
}

/** How a user shows who they are. */
export function notLinked(chatUserId: string): string {
  return `${WORDS.notLinked} (Your \`chatUserId\` is \`${escapeText(chatUserId, 50)}\`.)`;
}
