import type { EpochMs } from '../../core/time/instant.ts';

/** A signed message to an address that somebody gave. */
export type WebhookMessage = {
  readonly url: string;
  /** By which a receiver knows a repeat. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** Signs it: `whsec_` and base64. */
  readonly secret: string;
  readonly now: EpochMs;
};

/** What came of one try; `detail` is the beginning of the answer, or says as a sentence what went wrong. */
export type WebhookAnswer =
  | { readonly kind: 'delivered'; readonly status: number; readonly detail: string }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly detail: string;
      /** How long the receiver asks to wait, in ms. */
      readonly afterMs?: number;
      /** It is the receiver that is in trouble, and not just this message. */
      readonly unavailable: boolean;
      /** The address is one that nothing is ever sent to. */
      readonly forbidden: boolean;
    };

/** Sends signed messages. Never throws for what the receiver did; every call has a time-out. */
export interface WebhookPost {
  send(message: WebhookMessage): Promise<WebhookAnswer>;
}
