import type { EpochMs } from '../core/time/instant.ts';

/** What left the product by another way than chat, or would have, had that way been set up. */
export type OutboxEntry = {
  readonly id: string;
  readonly at: EpochMs;
  readonly channel: 'SMS' | 'EMAIL' | 'WEBHOOK' | 'PHONE_CALL';
  readonly to: string;
  readonly subject: string | null;
  readonly body: string;
  readonly state: 'sent' | 'failed' | 'would_have_been_sent' | 'scheduled' | 'cancelled';
  /** Why it is in that state, for people: "TWILIO_ACCOUNT_SID is not set". */
  readonly note: string;
};
