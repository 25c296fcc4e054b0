import { createAlertSender } from '../channels/alert-sender.ts';
import { createCallTransport } from '../channels/call-transport.ts';
import { createEmailSender } from '../channels/email.ts';
import { createSlackChannel, type SlackChannel } from '../channels/slack.ts';
import { createSmsSender, type SmsOptions } from '../channels/sms.ts';
import { createSubscriberSender } from '../channels/subscriber-sender.ts';
import { createWebhookSender } from '../channels/webhook.ts';
import { createWebhookPost } from '../channels/webhook-post.ts';
import type { Config } from '../config/config.ts';
import type { Channel } from '../core/notification/channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { AlertSender } from '../services/ports/alert-sender.ts';
import type { Sender } from '../services/ports/sender.ts';
import type { WebhookPost } from '../services/ports/webhook-post.ts';
import type { SubscriberSender } from '../services/ports/subscriber-sender.ts';

/** Where chat is reached: Slack, or the sandbox that stands in for it. */
export type ChatAccess = {
  readonly botToken: string;
  /** Null: nothing is taken over HTTP. */
  readonly signingSecret: string | null;
  /** Null: no socket mode. */
  readonly appToken: string | null;
  /** Null: Slack's own; else it ends in a slash. */
  readonly apiUrl: string | null;
};

export type Channels = {
  readonly senders: ReadonlyMap<Channel, Sender>;
  readonly slack: SlackChannel;
  readonly alerts: AlertSender;
  readonly webhooks: WebhookPost;
  readonly subscribers: SubscriberSender;
  close(): Promise<void>;
};

/** The senders of the channels that have settings; the others are absent. */
export function createChannels(config: Config, chat: ChatAccess, log: Logger): Channels {
  const slack = createSlackChannel({
    token: chat.botToken,
    ...(chat.apiUrl === null ? {} : { apiUrl: chat.apiUrl }),
    log,
  });
  const { allowPrivateTargets, webhookSecret: defaultSecret } = config;
  const others: (Sender & { close(): Promise<void> })[] = [
    createWebhookSender({ defaultSecret, allowPrivateTargets }),
  ];
  if (config.mail !== null) others.push(createEmailSender(config.mail));
  const sms = smsOptionsOf(config);
  if (sms !== null) others.push(createSmsSender(sms));
  const senders = new Map([slack.sender, ...others].map((sender) => [sender.channel, sender]));
  const alerts = createAlertSender({
    senders,
    chat: slack.chat,
    calls: sms === null ? null : createCallTransport(sms),
    webhookSecret: defaultSecret,
    allowPrivateTargets,
  });
  const subscribers = createSubscriberSender({
    mail: config.mail,
    sms,
    webhookSecret: defaultSecret,
    allowPrivateTargets,
  });
  const webhooks = createWebhookPost({ allowPrivateTargets });
  return {
    senders,
    slack,
    alerts,
    webhooks,
    subscribers,
    close: async () => {
      await Promise.allSettled([slack, alerts, webhooks, subscribers, ...others].map((one) => one.close()));
    },
  };
}

function smsOptionsOf({ twilio }: Config): SmsOptions | null {
  if (twilio === null) return null;
  const { apiUrl, ...rest } = twilio;
  return { ...rest, ...(apiUrl === null ? {} : { apiUrl }) };
}
