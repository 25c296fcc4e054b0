import type { WebClient } from '@slack/web-api';
import type { ChatRef } from '../services/ports/sender.ts';
import type { SlackMessage } from '../slack/blocks/kit.ts';
import { messageMetadata } from '../slack/blocks/metadata.ts';
import { slackFailure, type SlackFailure } from './slack-errors.ts';

/** A failure that plain text could not mend either is the target's: that message will never be taken there. */
export type PostFailure = Exclude<SlackFailure, { kind: 'payload' }>;

export type PostResult =
  | { readonly kind: 'posted'; readonly ref: ChatRef }
  | { readonly kind: 'failed'; readonly failure: PostFailure };

type Outgoing = {
  /** A channel's id or `#name`, or a user's id for a direct message. */
  readonly channel: string;
  readonly message: SlackMessage;
  readonly key: string;
  readonly threadTs?: string;
};

/** Posts a message that its key can find again; a layout that Slack refuses goes as plain text in the same attempt. */
export async function post(client: WebClient, outgoing: Outgoing): Promise<PostResult> {
  const first = await tryPost(client, outgoing, 'blocks');
  if (first.kind === 'posted' || first.failure.kind !== 'payload') return asResult(first);
  return asResult(await tryPost(client, outgoing, 'text'));
}

/** Makes a message of ours show something else; a layout that Slack refuses becomes plain text. */
export async function update(
  client: WebClient,
  ref: ChatRef,
  message: SlackMessage,
): Promise<PostFailure | null> {
  const first = await tryUpdate(client, ref, message, 'blocks');
  if (first?.kind !== 'payload') return first;
  const second = await tryUpdate(client, ref, message, 'text');
  return second === null ? null : settled(second);
}

type Layout = 'blocks' | 'text';
type Tried = { kind: 'posted'; ref: ChatRef } | { kind: 'failed'; failure: SlackFailure };

async function tryPost(client: WebClient, outgoing: Outgoing, layout: Layout): Promise<Tried> {
  const { channel, message, key, threadTs } = outgoing;
  try {
    const answer = await client.apiCall('chat.postMessage', {
      channel,
      ...content(message, layout),
      metadata: messageMetadata(key),
      unfurl_links: false,
      unfurl_media: false,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    });
    const { channel: channelId, ts } = answer as { channel?: unknown; ts?: unknown };
    return typeof channelId === 'string' && typeof ts === 'string'
      ? { kind: 'posted', ref: { channel: channelId, ts } }
      : { kind: 'failed', failure: UNREADABLE };
  } catch (error) {
    return { kind: 'failed', failure: slackFailure(error) };
  }
}

async function tryUpdate(
  client: WebClient,
  ref: ChatRef,
  message: SlackMessage,
  layout: Layout,
): Promise<SlackFailure | null> {
  try {
    await client.apiCall('chat.update', { channel: ref.channel, ts: ref.ts, ...content(message, layout) });
    return null;
  } catch (error) {
    return slackFailure(error);
  }
}

const UNREADABLE: SlackFailure = {
  kind: 'uncertain',
  reason: 'Slack’s answer could not be read.',
  unavailable: true,
};

/** Empty lists, not absent ones: an update would keep what the message had before. */
function content(message: SlackMessage, layout: Layout): Record<string, unknown> {
  if (layout === 'text') return { text: message.plain, blocks: [], attachments: [] };
  return { text: message.text, blocks: message.blocks, attachments: message.attachments ?? [] };
}

function asResult(tried: Tried): PostResult {
  return tried.kind === 'posted' ? tried : { kind: 'failed', failure: settled(tried.failure) };
}

function settled(failure: SlackFailure): PostFailure {
  return failure.kind === 'payload' ? { kind: 'target', reason: failure.reason } : failure;
}
