import type { AlertType } from '../core/monitor/alert-recipient.ts';
import type { Channel } from '../core/notification/channel.ts';
import type { AlertSender, OutboundAlert } from '../services/ports/alert-sender.ts';
import type { Chat, Sender, SendResult } from '../services/ports/sender.ts';
import { discordBody, discordUrl } from './alert-discord.ts';
import { googleChatBody, googleChatUrl } from './alert-google-chat.ts';
import { sendByMember } from './alert-by-member.ts';
import { sendByPhone } from './alert-phone.ts';
import { sendBySlack, slackWebhookBody } from './alert-slack.ts';
import { teamsBody } from './alert-teams.ts';
import { alertWebhookBody } from './alert-webhook.ts';
import type { CallTransport } from './call-transport.ts';
import { createGuardedPost, postableUrl, type GuardedPost } from './guarded-post.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import { webhookHeaders } from './webhook-signature.ts';

export type AlertSenderOptions = {
  /** What members are reached by: alerts go the same ways. */
  readonly senders: ReadonlyMap<Channel, Sender>;
  readonly chat: Chat;
  /** Null: there are no settings for calls. Closed with the sender. */
  readonly calls: CallTransport | null;
  /** Signs for WEBHOOK; null: no signature. */
  readonly webhookSecret: string | null;
  readonly allowPrivateTargets: boolean;
  readonly timeoutMs?: number;
};

/** Sends alerts of every type: by the senders that reach members, by the bot, and by webhooks of chat tools. */
export function createAlertSender(options: AlertSenderOptions): AlertSender & { close(): Promise<void> } {
  const {
    senders,
    chat,
    calls,
    webhookSecret,
    allowPrivateTargets,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  } = options;
  const post = createGuardedPost({ allowPrivateTargets, timeoutMs });
  const ways: Record<AlertType, (alert: OutboundAlert) => Promise<SendResult>> = {
    INCIDENT: async () => ({ kind: 'rejected', reason: 'An incident opens by itself.' }),
    PHONE_CALL: (alert) => sendByPhone(calls, alert),
    EMAIL: (alert) => sendByMember(senders.get('EMAIL'), alert, { email: alert.recipient }),
    SMS: (alert) => sendByMember(senders.get('SMS'), alert, { phone: alert.recipient }),
    WEBHOOK: (alert) => {
      const body = alertWebhookBody(alert);
      const headers = webhookHeaders({ id: alert.key, now: alert.now, body, secret: webhookSecret });
      return postTo(post, alert, { partner: 'The webhook', body, headers });
    },
    SLACK: (alert) =>
      postableUrl(alert.recipient) === null
        ? sendBySlack({ chat, sender: senders.get('CHAT') }, alert)
        : postTo(post, alert, { partner: 'Slack’s webhook', body: slackWebhookBody(alert) }),
    DISCORD: (alert) =>
      postTo(post, alert, { partner: 'Discord', body: discordBody(alert), urlFor: discordUrl }),
    MICROSOFT_TEAMS: (alert) => postTo(post, alert, { partner: 'Microsoft Teams', body: teamsBody(alert) }),
    GOOGLE_CHAT: (alert) =>
      postTo(post, alert, { partner: 'Google Chat', body: googleChatBody(alert), urlFor: googleChatUrl }),
  };
  return {
    send: (alert) => ways[alert.type](alert),
    close: async () => void (await Promise.all([post.close(), calls?.close()])),
  };
}

async function postTo(
  post: GuardedPost,
  { recipient, now }: OutboundAlert,
  how: {
    partner: string;
    body: string;
    headers?: Record<string, string>;
    /** What the tool wants in the address beside what was given. */
    urlFor?: (given: URL) => URL;
  },
): Promise<SendResult> {
  const { partner, body, headers = {}, urlFor = (given) => given } = how;
  const given = postableUrl(recipient);
  if (given === null) return { kind: 'rejected', reason: 'The recipient is no http(s) URL.' };
  return post.send({ url: urlFor(given), headers, body, partner, now });
}
