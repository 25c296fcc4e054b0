import twilio from 'twilio';
import type { EpochMs } from '../core/time/instant.ts';
import type { SendResult } from '../services/ports/sender.ts';
import { DEFAULT_TIMEOUT_MS } from './network.ts';
import type { SmsOptions } from './sms-transport.ts';
import { createTwilioClient } from './twilio-client.ts';
import { twilioFailure } from './twilio-errors.ts';

const RINGS_FOR_S = 30;
/** Between the two times that it is said: time to find a pen. */
const PAUSE_S = 2;

/** `from` has to be a number in E.164: a messaging service makes no calls. */
export type CallOptions = Omit<SmsOptions, 'statusCallback'>;

/** Has Twilio call a number and say something. */
export type CallTransport = {
  /**
   * `to` in E.164; `text` in plain words, said twice. Sent means that Twilio took it, not that somebody answered. Twilio
   * keeps neither a key of ours nor what was said, so a call whose answer is lost cannot be told from others.
   */
  call(call: { to: string; text: string; now: EpochMs }): Promise<SendResult>;
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
  };
}

function saidTwice(text: string): string {
  const response = new twilio.twiml.VoiceResponse();
  response.say(text);
  response.pause({ length: PAUSE_S });
  response.say(text);
  return response.toString();
}
