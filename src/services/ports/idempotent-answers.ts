import type { EpochMs } from '../../core/time/instant.ts';

/** What a write was answered with; `body` as its caller sealed it. */
export type IdempotentAnswer = { readonly status: number; readonly body: string };

export interface IdempotentAnswerRepository {
  /**
   * Claims `id` for the transaction, waiting for another that has it. Answers what was claimed under it since `after`:
   * null where this is the first.
   */
  claim(claim: {
    readonly id: string;
    readonly bodyHash: string;
    readonly now: EpochMs;
    readonly after: EpochMs;
  }): Promise<(IdempotentAnswer & { readonly bodyHash: string }) | null>;
  finish(id: string, answer: IdempotentAnswer): Promise<void>;
  deleteBefore(instant: EpochMs): Promise<void>;
}
