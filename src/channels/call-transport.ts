import twilio from 'twilio';
import type { EpochMs } from '../core/time/instant.ts';
import type { SendResult } from '../services/ports/sender.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import type { Found, SmsOptions } from './sms-transport.ts';
import { createTwilioClient, isMadeSince } from './twilio-client.ts';
import { twilioFailure } from './twilio-errors.ts';

const RINGS_FOR_S = 30;
/** Between the two times that it is said: time to find a pen. */
const PAUSE_S = 2;
const CALLS_LOOKED_AT = 50;
const NEVER_RANG = new Set(['failed', 'canceled']);

/** `from` has to be a number in E.164: a messaging service makes no calls. */
export type CallOptions = Omit<SmsOptions, 'statusCallback'>;

/** Has Twilio call a number and say something. */
export type CallTransport = {
  /** `to` in E.164; `text` in plain words, said twice. Sent means that Twilio took it, not that somebody answered. */
  call(call: { to: string; text: string; now: EpochMs }): Promise<SendResult>;
  /**
   * Twilio keeps neither a key of ours nor what was said: a call to that number, from ours, made since then, is taken
   * for the one that is looked for where `claim`, asked with the ids of all, gives one that belongs to nothing else.
   */
  find(call: {
    to: string;
    since: EpochMs;
    claim: (ids: readonly string[]) => Promise<string | null>;
  }): Promise<Found>;
  close(): Promise<void>;
};

export function createCallTransport(options: CallOptions): CallTransport {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, from } = options;
  const { client, close } = createTwilioClient({ ...options, timeoutMs });
  return {
    close,

    async call({ to, text, now }) {
      if (!from.startsWith('+')) {
        return { kind: 'rejected', reason: 'TWILIO_FROM is a messaging service; calls need a number.' };
      }
      try {
        const { sid } = await client.calls.create({ to, from, twiml: saidTwice(text), timeout: RINGS_FOR_S });
        if (typeof sid !== 'string') {
          return { kind: 'uncertain', reason: 'Twilio’s answer could not be read.', unavailable: true };
        }
        return { kind: 'sent', externalId: sid };
      } catch (error) {
        return twilioFailure(error, now);
      }
    },

    async find({ to, since, claim }) {
      const calls = await recentCalls(client, { to, from, since });
      if (calls === null) return { kind: 'unknown' };
      const ours = await claim(calls.filter(({ status }) => !NEVER_RANG.has(status)).map(({ sid }) => sid));
      if (ours !== null) return { kind: 'sent', externalId: ours };
      return { kind: calls.length < CALLS_LOOKED_AT ? 'absent' : 'unknown' };
    },
  };
}

/** The calls from our number to another, newest first; null where Twilio does not say. */
async function recentCalls(
  client: ReturnType<typeof createTwilioClient>['client'],
  { to, from, since }: { to: string; from: string; since: EpochMs },
): Promise<{ sid: string; status: string }[] | null> {
  try {
    const calls = await client.calls.list({ to, from, limit: CALLS_LOOKED_AT });
    return calls.filter(({ dateCreated }) => isMadeSince(dateCreated, since));
  } catch {
    return null;
  }
}

function saidTwice(text: string): string {
  const response = new twilio.twiml.VoiceResponse();
  response.say(text);
  response.pause({ length: PAUSE_S });
  response.say(text);
  return response.toString();
}
