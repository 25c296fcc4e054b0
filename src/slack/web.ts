import { webApi, type types } from '@slack/bolt';
import type { Logger } from '../platform/logger.ts';
import { AppError } from '../services/errors.ts';
import { slackLogger } from './logger.ts';
import type { Message } from './message.ts';

const { WebClient, WebAPIPlatformError } = webApi;

/** Slack's own methods, as far as answering people needs them. */
export interface SlackWeb {
  /** The e-mail of a chat user; null where Slack knows none. Throws `unavailable` when Slack gives no answer. */
  emailOf(userId: string): Promise<string | null>;
  /** `expired`: Slack's three seconds were over. Throws `unavailable` when Slack gives no answer. */
  openView(triggerId: string, view: types.ModalView): Promise<'opened' | 'expired'>;
  /** Shows a message to one user of a channel. False when that was not possible. */
  whisper(channel: string, userId: string, message: Message): Promise<boolean>;
  /** Sends a user a direct message. False when that was not possible. */
  direct(userId: string, message: Message): Promise<boolean>;
}

const CALL_TIMEOUT_MS = 5_000;
/** Slack's words for a user who has no e-mail that we may see. */
const NO_EMAIL = new Set(['user_not_found', 'user_not_visible', 'users_not_found', 'missing_scope']);
/** Slack's words for a form that cannot be opened any more. */
const EXPIRED = new Set([
  'expired_trigger_id',
  'exchanged_trigger_id',
  'invalid_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
  'invalid_trigger',
]);
/** Slack's words for trouble of its own that passes. */
const PASSING = new Set([
  'ratelimited',
  'rate_limited',
  'service_unavailable',
  'request_timeout',
  'internal_error',
  'fatal_error',
]);

/** The options of every client of Slack here: one attempt in five seconds; whoever calls decides about another. */
export function webClientOptions(apiUrl: string | null, log: Logger): webApi.WebClientOptions {
  return {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: CALL_TIMEOUT_MS,
    logger: slackLogger(log),
    ...(apiUrl === null ? {} : { slackApiUrl: apiUrl }),
  };
}

export function createSlackWeb(options: { botToken: string; apiUrl: string | null; log: Logger }): SlackWeb {
  const { log } = options;
  const client = new WebClient(options.botToken, webClientOptions(options.apiUrl, log));

  const tried = async (what: string, call: Promise<unknown>): Promise<boolean> => {
    try {
      await call;
      return true;
    } catch (error) {
      log.warn({ err: error, what }, 'an answer did not reach Slack');
      return false;
    }
  };

  return {
    async emailOf(userId) {
      try {
        const { user } = await client.users.info({ user: userId });
        return user?.profile?.email ?? null;
      } catch (error) {
        const word = platformError(error);
        if (word === null || !NO_EMAIL.has(word)) throw asFailure(error);
        if (word === 'missing_scope') log.error('the Slack app lacks the scope to read e-mail addresses');
        return null;
      }
    },
    async openView(triggerId, view) {
      try {
        await client.views.open({ trigger_id: triggerId, view });
        return 'opened';
      } catch (error) {
        if (EXPIRED.has(platformError(error) ?? '')) return 'expired';
        throw asFailure(error);
      }
    },
    whisper: (channel, user, { text, blocks }) =>
      tried('whisper', client.chat.postEphemeral({ channel, user, text, ...(blocks && { blocks }) })),
    direct: (channel, { text, blocks }) =>
      tried('direct', client.chat.postMessage({ channel, text, ...(blocks && { blocks }) })),
  };
}

function platformError(error: unknown): string | null {
  return error instanceof WebAPIPlatformError ? error.data.error : null;
}

/** No answer is trouble that passes; a refusal, such as of our token, is for us to mend and stays what it is. */
function asFailure(error: unknown): unknown {
  const word = platformError(error);
  return word === null || PASSING.has(word)
    ? new AppError('unavailable', 'Slack gave no answer', { cause: error })
    : error;
}
