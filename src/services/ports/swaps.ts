import type { EpochMs } from '../../core/time/instant.ts';
import type { Interval } from '../../core/time/interval.ts';

export type SwapStatus = 'OPEN' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN';

/** How a swap is shown: an open one that is over is EXPIRED. */
export const SHOWN_SWAP_STATUSES = ['OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const;
export type ShownSwapStatus = (typeof SHOWN_SWAP_STATUSES)[number];

/** A stretch that a member asks somebody else to take, perhaps in exchange; accepted, it becomes overrides. */
export type Swap = {
  readonly id: string;
  readonly scheduleId: string;
  /** Who asks. */
  readonly memberId: string;
  /** Who is asked; null: whoever takes it. */
  readonly toMemberId: string | null;
  readonly given: Interval;
  /** What the asker takes in exchange. */
  readonly returned: Interval | null;
  readonly note: string;
  readonly status: SwapStatus;
  /** Those who will not take one that everybody was asked for. */
  readonly declinedByIds: readonly string[];
  readonly acceptedById: string | null;
  /** When it was accepted, declined or withdrawn. */
  readonly answeredAt: EpochMs | null;
  /** The time off that it came from. */
  readonly timeOffId: string | null;
  readonly createdAt: EpochMs;
};

/** How an open swap ends. */
export type SwapEnd = {
  readonly status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN';
  readonly acceptedById?: string;
  readonly at: EpochMs;
};

export interface SwapRepository {
  /** Keeps every other writer of it waiting until the transaction ends. */
  lock(id: string): Promise<Swap | null>;
  /** Newest first; of every status when `status` is null. */
  list(
    scheduleId: string,
    options: { status: ShownSwapStatus | null; now: EpochMs; offset: number; limit: number },
  ): Promise<{ swaps: Swap[]; total: number }>;
  insertMany(swaps: readonly Swap[]): Promise<void>;
  /** Ends an open one; the caller has locked it. */
  end(id: string, how: SwapEnd): Promise<void>;
  /** Remembers that a member will not take one that everybody was asked for. */
  addDecline(id: string, memberId: string): Promise<void>;
  /**
   * What a member asked for that is not over at `now` and matters for that time off: open requests to everybody, and
   * those of the time off that were withdrawn by hand.
   */
  concerning(timeOff: { id: string; memberId: string }, now: EpochMs): Promise<Swap[]>;
  /** Withdraws those that are still open, and parts them from their time off: they say nothing about it any more. */
  dropOutdated(ids: readonly string[], at: EpochMs): Promise<number>;
  /** Withdraws what a time off asked for and is open and not over; says how many those were, and how many are accepted. */
  withdrawAllOf(timeOffId: string, at: EpochMs): Promise<{ withdrawn: number; accepted: number }>;
}
