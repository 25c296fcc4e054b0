import type { EpochMs } from '../../core/time/instant.ts';

export const CHAT_REQUEST_KINDS = ['COMMAND', 'INTERACTION', 'EVENT'] as const;
export type ChatRequestKind = (typeof CHAT_REQUEST_KINDS)[number];

/** The right to work on one request: a finish with an older token changes nothing. */
export type ChatRequestLease = { readonly id: string; readonly token: string; readonly attempt: number };

/** What chat asked for, held by whoever has the lease. */
export type ChatRequest = {
  readonly lease: ChatRequestLease;
  readonly kind: ChatRequestKind;
  readonly body: Record<string, unknown>;
  readonly receivedAt: EpochMs;
};

export interface ChatRequestRepository {
  /** Stores a request as leased until `leaseUntil`; false when one with that id is there already. */
  insert(request: ChatRequest, leaseUntil: EpochMs): Promise<boolean>;
  /**
   * Takes the oldest requests that are not done, whose lease is over (`<= now`) and that had fewer than `maxAttempts`
   * attempts; each of them counts one attempt more. No two callers get the same one.
   */
  claim(options: {
    now: EpochMs;
    token: string;
    leaseUntil: EpochMs;
    maxAttempts: number;
    limit: number;
  }): Promise<ChatRequest[]>;
  /** Marks it done, with the reason where it failed for good. False when the lease went to somebody else. */
  finish(lease: ChatRequestLease, now: EpochMs, error: string | null): Promise<boolean>;
  /** Gives it back, to be claimed from `retryAt` on. False when the lease went to somebody else. */
  release(lease: ChatRequestLease, retryAt: EpochMs, error: string): Promise<boolean>;
  /** Ends every lease at once: for a process that knows that no other one is alive. How many there were. */
  releaseAll(now: EpochMs): Promise<number>;
  /** Ends those that nobody works on and that have no attempt left (their process died each time); how many. */
  giveUp(now: EpochMs, maxAttempts: number): Promise<number>;
  /** Removes those that were done before `before`; how many. */
  removeDone(before: EpochMs): Promise<number>;
}
