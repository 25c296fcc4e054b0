import type { EpochMs } from '../../core/time/instant.ts';
import type { Interval } from '../../core/time/interval.ts';

/** A member is away within [start, end). */
export type TimeOff = Interval & {
  readonly id: string;
  readonly memberId: string;
  readonly note: string;
  readonly createdAt: EpochMs;
};

export interface TimeOffRepository {
  /** Keeps every other writer of that member's time off waiting until the transaction ends. False: no such member. */
  lockOf(memberId: string): Promise<boolean>;
  find(id: string): Promise<TimeOff | null>;
  /** One of that member's that shares time with [start, end). */
  findOverlapping(memberId: string, range: Interval): Promise<TimeOff | null>;
  /** In order of start. */
  list(
    memberId: string,
    options: { offset: number; limit: number },
  ): Promise<{ timeOff: TimeOff[]; total: number }>;
  /** The pages on which somebody's time off is not over. */
  pagesWithAny(now: EpochMs): Promise<string[]>;
  /** Time off on that page that is not over, in order of start. */
  notOver(pageId: string, now: EpochMs): Promise<TimeOff[]>;
  insert(timeOff: TimeOff): Promise<void>;
  remove(id: string): Promise<void>;
}
