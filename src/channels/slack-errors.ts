import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import { SECOND_MS } from '../core/time/instant.ts';
import { networkFailure, type NetworkFailure } from './network.ts';

/**
 * What a failed call to Slack means. `target`: this channel, user or message will never do; `install`: nothing works
 * until somebody repairs the installation; `payload`: the same in plain text may pass.
 */
export type SlackFailure =
  | { readonly kind: 'target'; readonly reason: string }
  | { readonly kind: 'install'; readonly reason: string }
  | { readonly kind: 'payload'; readonly reason: string }
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly afterMs?: number;
      readonly unavailable: boolean;
    }
  | { readonly kind: 'uncertain'; readonly reason: string; readonly unavailable: boolean }
  | NetworkFailure;

type Meaning = 'target' | 'install' | 'payload' | 'passing' | 'uncertain';

/** Slack's error words as its documentation gives them; a word that ends in `*` stands for all that begin so. */
const WORDS: Record<string, readonly [Meaning, string]> = {
  channel_not_found: ['target', 'there is no such channel, or the app may not see it'],
  not_in_channel: ['target', 'the app is not in the channel'],
  is_archived: ['target', 'the channel is archived'],
  user_not_found: ['target', 'there is no such user'],
  users_not_found: ['target', 'there is no such user'],
  user_disabled: ['target', 'the user has been deactivated'],
  cannot_dm_bot: ['target', 'the user is a bot'],
  messages_tab_disabled: ['target', 'the app may not get direct messages: its messages tab is off'],
  'restricted_action*': ['target', 'the workspace restricts who may post there'],
  no_permission: ['target', 'the app may not do that'],
  cant_update_message: ['target', 'the message is not the app’s to change'],
  message_not_found: ['target', 'the message is no more'],
  thread_not_found: ['target', 'the message is no more'],
  edit_window_closed: ['target', 'the message is too old to be changed'],
  message_limit_exceeded: ['target', 'the workspace’s plan allows no more messages'],
  invalid_auth: ['install', 'the bot token is wrong'],
  not_authed: ['install', 'the bot token is missing'],
  account_inactive: ['install', 'the bot’s account has been deactivated'],
  token_revoked: ['install', 'the bot token has been revoked'],
  token_expired: ['install', 'the bot token has expired'],
  missing_scope: ['install', 'the app lacks a permission'],
  org_login_required: ['install', 'the workspace is being moved to another organization'],
  'invalid_blocks*': ['payload', 'it cannot show the message'],
  invalid_attachments: ['payload', 'it cannot show the message'],
  invalid_arguments: ['payload', 'it cannot read the message'],
  msg_too_long: ['payload', 'the message is too long'],
  msg_blocks_too_long: ['payload', 'the message is too long'],
  metadata_too_large: ['payload', 'the message’s metadata is too large'],
  'invalid_metadata*': ['payload', 'it cannot read the message’s metadata'],
  too_many_attachments: ['payload', 'the message has too many attachments'],
  ratelimited: ['passing', 'it gets too many calls'],
  rate_limited: ['passing', 'it gets too many calls'],
  service_unavailable: ['passing', 'it is out of service'],
  team_added_to_org: ['passing', 'the workspace is being moved to another organization'],
  request_timeout: ['passing', 'the request arrived too slowly'],
  internal_error: ['uncertain', 'something broke there'],
  fatal_error: ['uncertain', 'something broke there'],
};

/** Reads any error that a call of the client can throw. */
export function slackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIRateLimitedError) {
    const afterMs = error.retryAfter * SECOND_MS;
    return { kind: 'retry', reason: 'Slack gets too many calls from here.', afterMs, unavailable: false };
  }
  if (error instanceof WebAPIHTTPError) return httpFailure(error.statusCode);
  if (error instanceof WebAPIPlatformError) return wordFailure(error.data);
  return networkFailure('Slack', error);
}

function httpFailure(status: number): SlackFailure {
  const reason = `Slack answered with HTTP status ${status}.`;
  if (status >= 500) return { kind: 'uncertain', reason, unavailable: true };
  return { kind: 'retry', reason, unavailable: false };
}

function wordFailure(data: { error: string; needed?: unknown }): SlackFailure {
  const word = data.error;
  // An answer that is not Slack's (a proxy's page): the client hands its whole text over as the word.
  if (!/^[a-z][a-z0-9_]{0,80}$/.test(word)) {
    return { kind: 'uncertain', reason: 'Slack’s answer could not be read.', unavailable: true };
  }
  const [meaning, words] = meaningOf(word);
  const needed = typeof data.needed === 'string' && data.needed !== '' ? `, needs ${data.needed}` : '';
  const reason = `Slack refused: ${words} (${word}${needed}).`;
  switch (meaning) {
    case 'target':
    case 'install':
    case 'payload':
      return { kind: meaning, reason };
    case 'uncertain':
      return { kind: 'uncertain', reason, unavailable: true };
    case 'passing':
      return { kind: 'retry', reason, unavailable: word === 'service_unavailable' };
  }
}

/** A word that nobody has told us of was said before anything was done, so trying again is safe. */
function meaningOf(word: string): readonly [Meaning, string] {
  const exact = WORDS[word];
  if (exact !== undefined) return exact;
  const family = Object.keys(WORDS).find((key) => key.endsWith('*') && word.startsWith(key.slice(0, -1)));
  return (family === undefined ? undefined : WORDS[family]) ?? ['passing', 'it gave a reason unknown here'];
}
