import type { Announced, Confirmation } from '../../core/announcement/message.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { SendResult } from './sender.ts';

export type SubscriberChannel = 'EMAIL' | 'SMS' | 'WEBHOOK';

/** One message on its way to one subscriber. */
export type OutboundToSubscriber = {
  /** Stable over all attempts; receivers that look at it see a repeat by it. */
  readonly key: string;
  readonly to: { readonly channel: SubscriberChannel; readonly address: string };
  readonly content:
    | { readonly kind: 'announcement'; readonly announced: Announced }
    | { readonly kind: 'confirmation'; readonly confirmation: Confirmation };
  /** For every attempt but the first: since when an earlier one may have left it, to be looked for where that can be. */
  readonly againSince: EpochMs | null;
  /** When this attempt starts: what goes into signatures and dates. */
  readonly now: EpochMs;
};

/** Sends to subscribers, by ways of its own: no page waits behind them. Never throws for what a receiver did. */
export interface SubscriberSender {
  /** Whether the channel has settings here. */
  works(channel: SubscriberChannel): boolean;
  send(message: OutboundToSubscriber): Promise<SendResult>;
}
