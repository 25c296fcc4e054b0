import { createHash } from 'node:crypto';

/** The one workspace that the stand-in plays, and the app installed in it. */
export const TEAM = { id: 'TSANDBOX1', domain: 'sandbox', name: 'Tocsin sandbox' } as const;
export const BOT = { userId: 'UTOCSINBOT', id: 'BTOCSINBOT', appId: 'ATOCSINAPP', name: 'Tocsin' } as const;
/** Who says that a command failed. */
export const SLACKBOT_ID = 'USLACKBOT';

/** The chat user of whoever has that e-mail: the same in every process and after every restart. */
export function sandboxUserId(email: string): string {
  return `U${shortHash(`user:${email.trim().toLowerCase()}`)}`;
}

export function channelIdOf(name: string): string {
  return `C${shortHash(`channel:${name}`)}`;
}

export function directChannelIdOf(userId: string): string {
  return `D${shortHash(`direct:${userId}`)}`;
}

/** The name as a channel may have it: lower case, no "#", at most 80 of a-z, 0-9, - and _; null when it is none. */
export function channelNameOf(text: string): string | null {
  const name = text.replace(/^#/, '').toLowerCase();
  return /^[\p{L}\p{N}_-]{1,80}$/u.test(name) ? name : null;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10).toUpperCase();
}
