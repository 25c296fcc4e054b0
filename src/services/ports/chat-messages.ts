import type { EpochMs } from '../../core/time/instant.ts';

/** A message of ours in chat that shows an incident. */
export type ChatMessage = {
  readonly id: string;
  readonly incidentId: string;
  /** CARD: in the page's channel. PAGE: to a member. BUNDLE: to a member, one of several incidents in one message. */
  readonly kind: 'CARD' | 'PAGE' | 'BUNDLE';
  readonly memberId: string | null;
  readonly notificationId: string | null;
  readonly channel: string;
  readonly ts: string;
  /** The incident's version that it shows. */
  readonly shownVersion: number;
  /** The last event that its thread holds (cards only). */
  readonly threadSeq: bigint;
  readonly why: string;
  readonly createdAt: EpochMs;
};

export interface ChatMessageRepository {
  ofIncident(incidentId: string): Promise<ChatMessage[]>;
  insertMany(messages: readonly ChatMessage[]): Promise<void>;
  /** Remembers what a message shows now; never goes back. */
  markShown(ids: readonly string[], version: number): Promise<void>;
  markThreaded(id: string, seq: bigint): Promise<void>;
  remove(id: string): Promise<void>;
}
