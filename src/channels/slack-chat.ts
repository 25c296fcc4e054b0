import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { Again, Chat, ChatRef, ChatResult } from '../services/ports/sender.ts';
import { bundleCard } from '../slack/blocks/bundle-card.ts';
import { incidentCard } from '../slack/blocks/incident-card.ts';
import type { SlackMessage } from '../slack/blocks/kit.ts';
import { noticeCard } from '../slack/blocks/notice-card.ts';
import { threadText } from '../slack/blocks/thread-text.ts';
import { MINUTE_MS } from '../core/time/instant.ts';
import { channelIds } from './slack-channel-ids.ts';
import { slackFailure, type SlackFailure } from './slack-errors.ts';
import { findMessage, type Found } from './slack-history.ts';
import { post, update } from './slack-post.ts';

/** The team chat by Slack: cards in channels, their threads, and their edits. */
export function slackChat(client: WebClient): Chat {
  const channels = channelIds(client);

  /** What an earlier attempt left; null where there is nothing, or where only posting again is left to do. */
  const earlier = async (
    channel: string,
    key: string,
    again: Again | undefined,
    threadTs?: string,
  ): Promise<ChatResult<ChatRef> | null> => {
    if (again === undefined) return null;
    const channelId = await channels.idOf(channel);
    if (channelId.kind === 'unknown') return whenUnknown(channelId.failure);
    const { id } = channelId;
    const where = threadTs === undefined ? {} : { threadTs };
    const found: Found = await findMessage(client, { channelId: id, key, since: again.since, ...where });
    if (found.kind === 'found') return { kind: 'done', value: { channel: id, ts: found.ts } };
    return found.kind === 'absent' ? null : whenUnknown(found.failure);
  };

  const postInto = async (
    channel: string,
    message: SlackMessage,
    key: string,
    again: Again | undefined,
  ): Promise<ChatResult<ChatRef>> => {
    const known = await earlier(channel, key, again);
    if (known !== null) return known;
    const result = await post(client, { channel, message, key });
    if (result.kind === 'failed') return chatFailure(result.failure);
    channels.learn(channel, result.ref.channel);
    return { kind: 'done', value: result.ref };
  };

  return {
    postCard: (channel, incident, key, again) =>
      postInto(channel, incidentCard(incident, { kind: 'CARD', why: '' }), key, again),
    postNotice: (channel, notice, key, again) => postInto(channel, noticeCard(notice), key, again),
    async postThread(ref, entries, key, again) {
      const known = await earlier(ref.channel, key, again, ref.ts);
      if (known !== null) return known.kind === 'done' ? { kind: 'done', value: null } : known;
      const text = threadText(entries);
      const message: SlackMessage = { text, plain: text, blocks: [] };
      const result = await post(client, { channel: ref.channel, message, key, threadTs: ref.ts });
      return result.kind === 'failed' ? chatFailure(result.failure) : { kind: 'done', value: null };
    },
    edit: (ref, incident, how) => edit(client, ref, incidentCard(incident, how)),
    editBundle: (ref, view) => edit(client, ref, bundleCard(view)),
    findUserByEmail: (email) => findUserByEmail(client, email),
    check: () => check(client),
  };
}

async function edit(client: WebClient, ref: ChatRef, message: SlackMessage): Promise<ChatResult<null>> {
  const failure = await update(client, ref, message);
  return failure === null ? { kind: 'done', value: null } : chatFailure(failure);
}

async function findUserByEmail(client: WebClient, email: string): ReturnType<Chat['findUserByEmail']> {
  try {
    const { user } = await client.users.lookupByEmail({ email });
    return user?.id === undefined || user.deleted === true
      ? { kind: 'absent' }
      : { kind: 'found', userId: user.id };
  } catch (error) {
    const isAbsent = error instanceof WebAPIPlatformError && error.data.error === 'users_not_found';
    if (isAbsent) return { kind: 'absent' };
    const failure = slackFailure(error);
    const afterMs = 'afterMs' in failure ? failure.afterMs : undefined;
    return { kind: 'unavailable', reason: failure.reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
}

async function check(client: WebClient): ReturnType<Chat['check']> {
  try {
    await client.auth.test();
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: slackFailure(error).reason };
  }
}

/** Posting again may double a message; not posting would lose it. So only a Slack that is in trouble is waited for. */
function whenUnknown(failure: SlackFailure | null): ChatResult<never> | null {
  return failure?.kind === 'retry' || failure?.kind === 'uncertain' ? chatFailure(failure) : null;
}

/** A broken installation is repaired by people: its messages are still to come, only not soon. */
function chatFailure(failure: SlackFailure): Exclude<ChatResult<never>, { kind: 'done' }> {
  switch (failure.kind) {
    case 'target':
    case 'payload':
      return { kind: 'gone', reason: failure.reason };
    case 'install':
      return { kind: 'retry', reason: failure.reason, afterMs: MINUTE_MS };
    case 'retry':
    case 'uncertain': {
      const { reason } = failure;
      const afterMs = 'afterMs' in failure ? failure.afterMs : undefined;
      return afterMs === undefined ? { kind: 'retry', reason } : { kind: 'retry', reason, afterMs };
    }
  }
}
