import type { Snapshot } from '../../core/schedule/health-news.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** A page whose on-call health one process looks at. */
export type ClaimedPage = {
  readonly pageId: string;
  readonly name: string;
  /** What the last look found; null: there was none. */
  readonly before: Snapshot | null;
  /** What shows that nobody else has claimed it since. */
  readonly claim: EpochMs;
};

export interface OnCallHealthRepository {
  /**
   * Takes the page whose last look is the longest ago and was at `lookedBefore` or earlier. Until `finish` it counts as
   * looked at at `claim`, a later instant: nobody else takes it before that one is as old.
   */
  claim(options: { lookedBefore: EpochMs; claim: EpochMs }): Promise<ClaimedPage | null>;
  /** Keeps what a look at `at` found. False where somebody else has claimed the page since; then nothing is kept. */
  finish(page: ClaimedPage, at: EpochMs, snapshot: Snapshot): Promise<boolean>;
}
