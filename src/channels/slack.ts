import type { WebClient } from '@slack/web-api';
import type { Logger } from '../platform/logger.ts';
import type { Chat, Sender } from '../services/ports/sender.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import { slackChat } from './slack-chat.ts';
import { createSlackClient } from './slack-client.ts';
import { slackSender } from './slack-sender.ts';

export type SlackChannel = {
  readonly sender: Sender;
  readonly chat: Chat;
  /** The same client for whatever else the bot calls: one try a call, limits reported. */
  readonly client: WebClient;
  close(): Promise<void>;
};

/** Slack as a way to page and as the team chat. `apiUrl` ends in `/api/`; `timeoutMs` is that of each call. */
export function createSlackChannel(options: {
  token: string;
  apiUrl?: string;
  timeoutMs?: number;
  log: Logger;
}): SlackChannel {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, ...rest } = options;
  const { client, close } = createSlackClient({ timeoutMs, ...rest });
  return { sender: slackSender(client), chat: slackChat(client), client, close };
}
