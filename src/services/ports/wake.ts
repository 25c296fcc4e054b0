import type { Channel } from '../../core/notification/channel.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { OutboxKind } from './outbox.ts';

/** Something that falls due at an instant. What exactly is due is read from the database by whoever wakes. */
export type WakeUp =
  | { readonly kind: 'deliver'; readonly channel: Channel; readonly at: EpochMs }
  | { readonly kind: 'advance'; readonly incidentId: string; readonly at: EpochMs }
  /** Promised work; of one kind, or of any. */
  | { readonly kind: 'outbox'; readonly of?: OutboxKind; readonly at: EpochMs }
  /** Events wait to be published. */
  | { readonly kind: 'events'; readonly at: EpochMs };

/** A batch of checks that one location is to make. */
export type CheckBatch = { readonly location: string; readonly monitorIds: readonly string[] };

/** One check that somebody waits for; its log gets the id `logId`. */
export type WantedCheck = {
  readonly location: string;
  readonly monitorId: string;
  readonly logId: string;
  readonly isRetry: boolean;
  readonly retryOf: string | null;
};

/**
 * Hints to whoever works: never waited for by a use case's answer, never thrown from. A lost hint costs lateness (the
 * sweepers look for what is due), nothing else.
 */
export interface Wake {
  at(wakeUps: readonly WakeUp[]): void;
  check(batches: readonly CheckBatch[]): Promise<void>;
  checkNow(wanted: WantedCheck): Promise<void>;
  /** How the queue is: for readiness. */
  ping(): Promise<{ ok: true } | { ok: false; reason: string }>;
}
