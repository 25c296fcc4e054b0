import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import {
  announcementEmail,
  announcementSms,
  confirmationEmail,
  confirmationSms,
} from '../core/announcement/message.ts';
import type { SendResult } from '../services/ports/sender.ts';
import type {
  OutboundToSubscriber,
  SubscriberChannel,
  SubscriberSender,
} from '../services/ports/subscriber-sender.ts';
import { createGuardedPost, postableUrl, type GuardedPost } from './guarded-post.ts';
import { createMailTransport, type MailTransport, type MailTransportOptions } from './mail-transport.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import { createSmsTransport, type SmsOptions, type SmsTransport } from './sms-transport.ts';
import { webhookHeaders } from './webhook-signature.ts';

export type SubscriberSenderOptions = {
  /** Null: no e-mail is sent. */
  readonly mail: MailTransportOptions | null;
  /** Null: no SMS is sent. */
  readonly sms: SmsOptions | null;
  /** Signs for webhooks; null: no signature. */
  readonly webhookSecret: string | null;
  readonly allowPrivateTargets: boolean;
  readonly timeoutMs?: number;
};

/** Sends to subscribers over connections of its own: what pages go by is never busy with what is told outside. */
export function createSubscriberSender(
  options: SubscriberSenderOptions,
): SubscriberSender & { close(): Promise<void> } {
  const { webhookSecret, allowPrivateTargets, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const mail = options.mail === null ? null : createMailTransport(options.mail);
  const sms = options.sms === null ? null : createSmsTransport(options.sms);
  const post = createGuardedPost({ allowPrivateTargets, timeoutMs });
  const isThere: Record<SubscriberChannel, boolean> = {
    EMAIL: mail !== null,
    SMS: sms !== null,
    WEBHOOK: true,
  };
  const ways: Record<SubscriberChannel, (message: OutboundToSubscriber) => Promise<SendResult>> = {
    EMAIL: async (message) => (mail === null ? NO_SETTINGS : mail.send(mailOf(message, mail))),
    SMS: async (message) => (sms === null ? NO_SETTINGS : sendSms(sms, message)),
    WEBHOOK: async (message) => sendWebhook(post, message, webhookSecret),
  };
  return {
    works: (channel) => isThere[channel],
    send: (message) => ways[message.to.channel](message),
    close: async () => {
      await Promise.allSettled([mail?.close(), sms?.close(), post.close()]);
    },
  };
}

const NO_SETTINGS: SendResult = { kind: 'rejected', reason: 'This channel has no settings here.' };

function mailOf({ key, to, content, now }: OutboundToSubscriber, { domain }: MailTransport): SendMailOptions {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 40);
  const isAnnouncement = content.kind === 'announcement';
  return {
    to: to.address,
    ...(isAnnouncement ? announcementEmail(content.announced) : confirmationEmail(content.confirmation)),
    messageId: `<${content.kind}.${hash}@${domain}>`,
    date: new Date(now),
    ...(isAnnouncement ? { headers: unsubscribeHeaders(content.announced.unsubscribeUrl) } : {}),
  };
}

/** RFC 8058: mail programs unsubscribe by one POST to that address, without a browser. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

async function sendSms(sms: SmsTransport, message: OutboundToSubscriber): Promise<SendResult> {
  const { to, content, againSince, now } = message;
  const body =
    content.kind === 'announcement'
      ? announcementSms(content.announced)
      : confirmationSms(content.confirmation);
  if (againSince !== null) {
    const earlier = await sms.find({ to: to.address, bodies: [body], since: againSince });
    if (earlier.kind === 'sent') return earlier;
  }
  return sms.send({ to: to.address, body, now });
}

async function sendWebhook(
  post: GuardedPost,
  { key, to, content, now }: OutboundToSubscriber,
  secret: string | null,
): Promise<SendResult> {
  const url = postableUrl(to.address);
  if (url === null || content.kind !== 'announcement') {
    return { kind: 'rejected', reason: 'The address is no http(s) URL.' };
  }
  const body = webhookBody(key, content.announced);
  const headers = webhookHeaders({ id: key, now, body, secret });
  return post.send({ url, headers, body, partner: 'The webhook', now });
}

/** `{type, timestamp, data}`, as the Standard Webhooks specification advises; the same at every attempt. */
function webhookBody(
  key: string,
  announced: Extract<OutboundToSubscriber['content'], { kind: 'announcement' }>['announced'],
): string {
  const { kind, announcementId, page, at, title, text, url, unsubscribeUrl } = announced;
  return JSON.stringify({
    type: `${kind}.announced`,
    timestamp: new Date(at).toISOString(),
    data: { id: key, announcementId, page, title, text, url, unsubscribeUrl },
  });
}
