import type { WebClient } from '@slack/web-api';
import type { EpochMs } from '../core/time/instant.ts';
import type { OutboundMessage, Sender, SendResult } from '../services/ports/sender.ts';
import { bundleCard } from '../slack/blocks/bundle-card.ts';
import { incidentCard } from '../slack/blocks/incident-card.ts';
import type { SlackMessage } from '../slack/blocks/kit.ts';
import { noticeCard } from '../slack/blocks/notice-card.ts';
import { findMessage } from './slack-history.ts';
import { post } from './slack-post.ts';

/** Reaches members by direct message: always a message of its own, because an edit rings nobody. */
export function slackSender(client: WebClient): Sender {
  return {
    channel: 'CHAT',
    send: (message) => send(client, message),
    find: (message, since) => find(client, message, since),
  };
}

async function send(client: WebClient, outbound: OutboundMessage): Promise<SendResult> {
  const userId = outbound.recipient.chatUserId;
  if (userId === null) return { kind: 'rejected', reason: 'The member is linked to no chat user.' };
  const message = messageOf(outbound);
  const result = await post(client, { channel: userId, message, key: outbound.key });
  if (result.kind === 'posted') return { kind: 'sent', externalId: result.ref.ts, chat: result.ref };
  const { failure } = result;
  if (failure.kind === 'target' || failure.kind === 'install') {
    return { kind: 'rejected', reason: failure.reason };
  }
  return failure;
}

async function find(
  client: WebClient,
  outbound: OutboundMessage,
  since: EpochMs,
): ReturnType<NonNullable<Sender['find']>> {
  const userId = outbound.recipient.chatUserId;
  if (userId === null) return { kind: 'absent' };
  const channelId = await directChannel(client, userId);
  if (channelId === null) return { kind: 'unknown' };
  const found = await findMessage(client, { channelId, key: outbound.key, since });
  if (found.kind !== 'found') return { kind: found.kind };
  return { kind: 'sent', externalId: found.ts, chat: { channel: channelId, ts: found.ts } };
}

/** A history is only read by the id of the conversation, which posting to a user does not need. */
async function directChannel(client: WebClient, userId: string): Promise<string | null> {
  try {
    const answer = await client.conversations.open({ users: userId });
    return answer.channel?.id ?? null;
  } catch {
    return null;
  }
}

function messageOf(outbound: OutboundMessage): SlackMessage {
  if ('notice' in outbound) return noticeCard(outbound.notice);
  const { view } = outbound;
  const [incident, ...rest] = view.incidents;
  if (rest.length > 0) return bundleCard(view);
  return incidentCard(incident, { kind: 'PAGE', why: view.why, isRepeat: view.isRepeat });
}
