import type { WebClient } from '@slack/web-api';
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../core/time/instant.ts';
import { isMessageOf } from '../slack/blocks/metadata.ts';
import { slackFailure, type SlackFailure } from './slack-errors.ts';

/** Our clock and Slack's may differ by this much. */
const CLOCK_SKEW_MS = MINUTE_MS;
const MESSAGES_PER_CALL = 200;
const MAX_CALLS = 5;

export type Found =
  | { readonly kind: 'found'; readonly ts: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly failure: SlackFailure | null };

type Search = {
  readonly channelId: string;
  readonly key: string;
  readonly since: EpochMs;
  /** Look into this thread instead of the channel. */
  readonly threadTs?: string;
};

/**
 * Looks for the message that carries `key` among those since `since`. `unknown` where Slack does not let us look, or
 * where there are more messages than it is worth reading (1,000).
 */
export async function findMessage(client: WebClient, search: Search): Promise<Found> {
  const method = search.threadTs === undefined ? 'conversations.history' : 'conversations.replies';
  let cursor: string | undefined;
  try {
    for (let call = 0; call < MAX_CALLS; call += 1) {
      // Each page names the next one.
      const answer = await client.apiCall(method, {
        channel: search.channelId,
        ...(search.threadTs === undefined ? {} : { ts: search.threadTs }),
        oldest: ((search.since - CLOCK_SKEW_MS) / SECOND_MS).toFixed(6),
        inclusive: true,
        include_all_metadata: true,
        limit: MESSAGES_PER_CALL,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const ts = tsOf(answer, search.key);
      if (ts !== undefined) return { kind: 'found', ts };
      cursor = answer.response_metadata?.next_cursor;
      if (cursor === undefined || cursor === '') return { kind: 'absent' };
    }
  } catch (error) {
    return { kind: 'unknown', failure: slackFailure(error) };
  }
  return { kind: 'unknown', failure: null };
}

function tsOf(answer: object, key: string): string | undefined {
  const { messages } = answer as { messages?: unknown };
  if (!Array.isArray(messages)) return undefined;
  const ours = (messages as { ts?: unknown; metadata?: unknown }[]).find(
    (message) => typeof message.ts === 'string' && isMessageOf(key, message.metadata),
  );
  return ours?.ts as string | undefined;
}
