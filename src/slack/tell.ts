import type { Logger } from '../platform/logger.ts';
import type { Message } from './message.ts';
import type { SlackWeb } from './web.ts';

/** Where somebody asked from, and so where only they see an answer. */
export type Place = {
  readonly responseUrl: string | null;
  readonly channel: string | null;
  readonly userId: string;
};

/**
 * Answers one person in private: by the address that Slack gave for it, else in the channel, else by direct message.
 * Never throws: an answer that does not arrive undoes nothing.
 */
export type Tell = (place: Place, message: Message) => Promise<void>;

const RESPONSE_TIMEOUT_MS = 5_000;

export function createTell(web: SlackWeb, log: Logger): Tell {
  return async (place, message) => {
    if (place.responseUrl !== null && (await respond(place.responseUrl, message, log))) return;
    if (place.channel !== null && (await web.whisper(place.channel, place.userId, message))) return;
    await web.direct(place.userId, message);
  };
}

async function respond(url: string, message: Message, log: Logger): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, ...message }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      redirect: 'error',
    });
    await response.body?.cancel();
    if (!response.ok) log.warn({ status: response.status }, 'Slack refused an answer to a request');
    return response.ok;
  } catch (error) {
    log.warn({ err: error }, 'an answer to a request did not reach Slack');
    return false;
  }
}

/** Where a body of a command, a press, a shortcut or a submission came from; null for events, which nobody asked. */
export function placeOf(request: object): Place | null {
  const body = record(request);
  const userId = text(body['user_id']) ?? text(record(body['user'])['id']);
  if (userId === null) return null;
  const channel =
    text(body['channel_id']) ??
    text(record(body['channel'])['id']) ??
    text(record(body['container'])['channel_id']);
  return { userId, channel, responseUrl: text(body['response_url']) };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
