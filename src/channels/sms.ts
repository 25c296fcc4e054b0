import { smsText } from '../core/notification/message.ts';
import { noticeSms } from '../core/notification/notice.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type EpochMs } from '../core/time/instant.ts';
import type { OutboundMessage, Sender, SendResult } from '../services/ports/sender.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import { createTwilioClient, type TwilioClient } from './twilio-client.ts';
import { permanentTwilioReason, twilioFailure } from './twilio-errors.ts';

/** Twilio would keep trying for ten hours; a page that comes that late only confuses. */
const VALIDITY_S = HOUR_MS / SECOND_MS;
/** Our clock and Twilio's may differ by this much. */
const CLOCK_SKEW_MS = MINUTE_MS;
const MESSAGES_LOOKED_AT = 50;
const E164 = /^\+[1-9]\d{1,14}$/;
const NOT_DELIVERED = new Set(['failed', 'undelivered', 'canceled']);

export type SmsOptions = {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, or the SID of a messaging service (`MG…`). */
  readonly from: string;
  /** Stands for `https://api.twilio.com`; the paths stay. */
  readonly apiUrl?: string;
  readonly timeoutMs?: number;
  /** Where Twilio reports what became of a message; without it, it reports nowhere. */
  readonly statusCallback?: string;
};

/** Reaches members by SMS through Twilio. */
export function createSmsSender(options: SmsOptions): Sender & { close(): Promise<void> } {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { client, close } = createTwilioClient({ ...options, timeoutMs });
  return {
    channel: 'SMS',
    send: (message) => send(client, options, message),
    find: (message, since) => find(client, message, since),
    close,
  };
}

async function send(
  client: TwilioClient,
  options: SmsOptions,
  outbound: OutboundMessage,
): Promise<SendResult> {
  const { phone } = outbound.recipient;
  if (phone === null || !E164.test(phone)) {
    return { kind: 'rejected', reason: 'The member has no phone number in international form.' };
  }
  const { from, statusCallback } = options;
  try {
    const message = await client.messages.create({
      to: phone,
      ...(from.startsWith('MG') ? { messagingServiceSid: from } : { from }),
      body: 'notice' in outbound ? noticeSms(outbound.notice) : smsText(outbound.view),
      validityPeriod: VALIDITY_S,
      ...(statusCallback === undefined ? {} : { statusCallback }),
    });
    if (message.status === 'failed') return failedAtOnce(message.errorCode ?? null);
    if (typeof message.sid !== 'string') {
      return { kind: 'uncertain', reason: 'Twilio’s answer could not be read.', unavailable: true };
    }
    return { kind: 'sent', externalId: message.sid };
  } catch (error) {
    return twilioFailure(error, outbound.now);
  }
}

function failedAtOnce(code: number | null): SendResult {
  const reason = permanentTwilioReason(code);
  if (reason !== null) return { kind: 'rejected', reason };
  return { kind: 'retry', reason: 'Twilio could not send the message.', unavailable: false };
}

/**
 * Twilio has no key of ours: a message to that number, of that text, made since then, is ours. Asked for by number
 * alone and newest first, because one that still waits to be sent has no date of sending to ask for.
 */
async function find(
  client: TwilioClient,
  outbound: OutboundMessage,
  since: EpochMs,
): ReturnType<NonNullable<Sender['find']>> {
  const { phone } = outbound.recipient;
  if (phone === null) return { kind: 'absent' };
  const texts = textsOf(outbound);
  try {
    const messages = await client.messages.list({ to: phone, limit: MESSAGES_LOOKED_AT });
    const recent = messages.filter(
      (message) => createdAt(message.dateCreated, since) >= since - CLOCK_SKEW_MS,
    );
    const ours = recent.find(
      // A trial account puts a sentence of its own in front.
      ({ body, status }) => !NOT_DELIVERED.has(status) && texts.some((text) => body.endsWith(text)),
    );
    if (ours !== undefined) return { kind: 'sent', externalId: ours.sid };
    return { kind: recent.length < MESSAGES_LOOKED_AT ? 'absent' : 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}

/** What this attempt would say and what an earlier one may have said. */
function textsOf(outbound: OutboundMessage): string[] {
  if ('notice' in outbound) return [noticeSms(outbound.notice)];
  const { view } = outbound;
  return [smsText({ ...view, isRepeat: false }), smsText({ ...view, isRepeat: true })];
}

/** The library hands over a date that it cannot read as it came. One that nobody can read counts as recent. */
function createdAt(date: unknown, since: EpochMs): number {
  const ms = date instanceof Date ? date.getTime() : typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? since : ms;
}
