import type { WebClient } from '@slack/web-api';
import { slackFailure, type SlackFailure } from './slack-errors.ts';

const MAX_CALLS = 10;

export type ChannelId =
  | { readonly kind: 'known'; readonly id: string }
  | { readonly kind: 'unknown'; readonly failure: SlackFailure | null };

/** Turns `#name` into the id that histories are read by; what posting taught us is not asked for again. */
export function channelIds(client: WebClient): {
  learn: (channel: string, id: string) => void;
  idOf: (channel: string) => Promise<ChannelId>;
} {
  const known = new Map<string, string>();
  return {
    learn: (channel, id) => void known.set(channel, id),
    idOf: async (channel) => {
      if (!channel.startsWith('#')) return { kind: 'known', id: channel };
      const id = known.get(channel);
      return id === undefined ? lookUp(client, channel.slice(1)) : { kind: 'known', id };
    },
  };
}

async function lookUp(client: WebClient, name: string): Promise<ChannelId> {
  let cursor: string | undefined;
  try {
    for (let call = 0; call < MAX_CALLS; call += 1) {
      // Each page names the next one.
      const answer = await client.conversations.list({
        types: 'public_channel,private_channel',
        exclude_archived: true,
        limit: 1_000,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const id = answer.channels?.find((channel) => channel.name === name)?.id;
      if (id !== undefined) return { kind: 'known', id };
      cursor = answer.response_metadata?.next_cursor;
      if (cursor === undefined || cursor === '') break;
    }
  } catch (error) {
    return { kind: 'unknown', failure: slackFailure(error) };
  }
  return { kind: 'unknown', failure: null };
}
