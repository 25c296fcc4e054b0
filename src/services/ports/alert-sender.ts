import type { AlertView } from '../../core/monitor/alert-message.ts';
import type { AlertType } from '../../core/monitor/alert-recipient.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { SendResult } from './sender.ts';

/** One message of an alert on its way. */
export type OutboundAlert = {
  /** Stable over all attempts of this message; receivers that look at it see a repeat by it. */
  readonly key: string;
  readonly alertId: string;
  readonly type: AlertType;
  readonly recipient: string;
  readonly view: AlertView;
  /** For every attempt but the first: since when an earlier one may have left it, to be looked for where that can be. */
  readonly againSince: EpochMs | null;
  /** When this attempt starts: what goes into signatures and dates. */
  readonly now: EpochMs;
};

/** Sends messages of alerts of every type. Never throws for what a receiver did; every call has a time-out. */
export interface AlertSender {
  send(alert: OutboundAlert): Promise<SendResult>;
}
