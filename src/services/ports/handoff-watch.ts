import type { EpochMs } from '../../core/time/instant.ts';

/** What the last look at a schedule's handoffs left. */
export type WatchedSchedule = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  /** When that look was; null: nobody has looked yet. */
  readonly lookedAt: EpochMs | null;
  /** Who was on call then, in shift order. */
  readonly memberIds: readonly string[];
};

/** Which schedules are to be looked at for handoffs and reminders, and when. */
export interface HandoffWatchRepository {
  /** The ids of schedules that are to be looked at by `now`, longest due first. */
  due(now: EpochMs, limit: number): Promise<string[]>;
  /** Locks one of them; null where another process has it, or it was looked at meanwhile. Only inside a transaction. */
  take(scheduleId: string, now: EpochMs): Promise<WatchedSchedule | null>;
  /** Remembers a look, and when the next one is due. */
  looked(
    scheduleId: string,
    look: { memberIds: readonly string[]; at: EpochMs; nextAt: EpochMs },
  ): Promise<void>;
  /** A look failed: the others go first. */
  putOff(scheduleId: string, nextAt: EpochMs): Promise<void>;
  /** Has every schedule of a page looked at as soon as possible: a member's reminders changed, or who the members are. */
  lookAgainOnPage(pageId: string): Promise<void>;
}
