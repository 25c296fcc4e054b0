import type { EpochMs } from '../core/time/instant.ts';
import type { SendResult } from '../services/ports/sender.ts';
import { networkFailure, retryAfterMs } from './network.ts';
import { TwilioFailure } from './twilio-client.ts';

/** Twilio's error numbers after which the same send can never pass, and what each means. */
const PERMANENT: Record<number, string> = {
  20003: 'the account SID or auth token is wrong',
  21210: 'the account may not call from that number',
  21211: 'the number is not valid',
  21214: 'the number cannot be reached',
  21215: 'the account may not call that country or number',
  21216: 'the account may not call that number',
  21217: 'the number is not valid',
  21219: 'the trial account may not call a number that is not verified',
  21408: 'the account may not send to that country',
  21606: 'the sender’s number cannot send to that number',
  21608: 'the trial account may not send to a number that is not verified',
  21610: 'the recipient has answered STOP',
  21612: 'the sender’s number cannot reach that number',
  21614: 'the number is not a mobile one',
  21617: 'the message is too long',
  21635: 'the number is a landline',
  30002: 'the account is suspended',
  30004: 'the recipient blocks messages',
  30005: 'the number is unknown or no longer in use',
  30006: 'the number is a landline or its carrier cannot be reached',
  30007: 'the carrier filtered the message',
};

/** The sentence for an error number that is permanent; null for one that may pass, and for none. */
export function permanentTwilioReason(code: number | null): string | null {
  const words = code === null ? undefined : PERMANENT[code];
  return words === undefined ? null : `Twilio refused: ${words} (${code}).`;
}

/** What a failed call to Twilio means for an attempt. Reads any error that the client can throw. */
export function twilioFailure(error: unknown, now: EpochMs): Exclude<SendResult, { kind: 'sent' }> {
  if (!(error instanceof TwilioFailure)) return networkFailure('Twilio', error);
  const { status, code } = error;
  const permanent = permanentTwilioReason(code);
  if (permanent !== null) return { kind: 'rejected', reason: permanent };
  const reason = `Twilio answered with HTTP status ${status}${code === null ? '' : ` (${code})`}.`;
  if (status === 429 || status === 408 || status === 425) {
    const afterMs = retryAfterMs(error.retryAfter, now);
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }), unavailable: false };
  }
  // Only 503 says that nothing was done; after any other 5xx the message may be on its way.
  if (status === 503) return { kind: 'retry', reason, unavailable: true };
  if (status >= 500) return { kind: 'uncertain', reason, unavailable: true };
  return { kind: 'rejected', reason };
}
