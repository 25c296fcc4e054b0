import { HOUR_MS, SECOND_MS, type EpochMs } from '../core/time/instant.ts';
import type { SendResult } from '../services/ports/sender.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import { createTwilioClient, isMadeSince } from './twilio-client.ts';
import { permanentTwilioReason, twilioFailure } from './twilio-errors.ts';

/** Twilio would keep trying for ten hours; what comes that late only confuses. */
const VALIDITY_S = HOUR_MS / SECOND_MS;
const MESSAGES_LOOKED_AT = 50;
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

/** What came of looking for a message that may have been sent. */
export type Found = Extract<SendResult, { kind: 'sent' }> | { kind: 'absent' } | { kind: 'unknown' };

/** Gives texts to Twilio. */
export type SmsTransport = {
  /** `to` in E.164. */
  send(sms: { to: string; body: string; now: EpochMs }): Promise<SendResult>;
  /**
   * Twilio has no key of ours: a message to that number, of one of those texts, made since then, is ours. Asked for by
   * number alone and newest first, because one that still waits to be sent has no date of sending to ask for.
   */
  find(sms: { to: string; bodies: readonly string[]; since: EpochMs }): Promise<Found>;
  close(): Promise<void>;
};

export function createSmsTransport(options: SmsOptions): SmsTransport {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, from, statusCallback } = options;
  const { client, close } = createTwilioClient({ ...options, timeoutMs });
  return {
    close,

    async send({ to, body, now }) {
      try {
        const message = await client.messages.create({
          to,
          ...(from.startsWith('MG') ? { messagingServiceSid: from } : { from }),
          body,
          validityPeriod: VALIDITY_S,
          ...(statusCallback === undefined ? {} : { statusCallback }),
        });
        if (message.status === 'failed') return failedAtOnce(message.errorCode ?? null);
        if (typeof message.sid !== 'string') {
          return { kind: 'uncertain', reason: 'Twilio’s answer could not be read.', unavailable: true };
        }
        return { kind: 'sent', externalId: message.sid };
      } catch (error) {
        return twilioFailure(error, now);
      }
    },

    async find({ to, bodies, since }) {
      try {
        const messages = await client.messages.list({ to, limit: MESSAGES_LOOKED_AT });
        const recent = messages.filter(({ dateCreated }) => isMadeSince(dateCreated, since));
        const ours = recent.find(
          // A trial account puts a sentence of its own in front.
          ({ body, status }) => !NOT_DELIVERED.has(status) && bodies.some((text) => body.endsWith(text)),
        );
        if (ours !== undefined) return { kind: 'sent', externalId: ours.sid };
        return { kind: recent.length < MESSAGES_LOOKED_AT ? 'absent' : 'unknown' };
      } catch {
        return { kind: 'unknown' };
      }
    },
  };
}

function failedAtOnce(code: number | null): SendResult {
  const reason = permanentTwilioReason(code);
  if (reason !== null) return { kind: 'rejected', reason };
  return { kind: 'retry', reason: 'Twilio could not send the message.', unavailable: false };
}
