import type { EpochMs } from '../../core/time/instant.ts';

/** A rate that several processes share, kept where all of them can see it. */
export interface SendBudget {
  /**
   * Takes the next free slot of every key at once and answers the instant at which the caller may act (>= `now`). The
   * first key is the shared one: it counts, and who waits for a later key does not hold others up on it.
   * A key that was idle lets slots worth `burstMs` (default 0) go at once. With `maxWaitMs`, takes nothing and answers null where that instant would be later than `now + maxWaitMs`.
   */
  reserve(
    slots: readonly { key: string; intervalMs: number; burstMs?: number }[],
    now: EpochMs,
    maxWaitMs?: number,
  ): Promise<EpochMs | null>;
  /** Nothing of `key` goes before `until`: the provider said so. */
  holdUntil(key: string, until: EpochMs): Promise<void>;
}
