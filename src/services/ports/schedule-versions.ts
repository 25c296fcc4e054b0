import type { EpochMs } from '../../core/time/instant.ts';
import type { ScheduleDefinition } from './schedules.ts';

/** A definition that held, or is to hold, in [effectiveFrom, effectiveUntil). */
export type ScheduleVersion = ScheduleDefinition & {
  readonly id: string;
  /** Null: since ever. */
  readonly effectiveFrom: EpochMs | null;
  /** Null for one to come: until the next one, or for ever. */
  readonly effectiveUntil: EpochMs | null;
  readonly createdAt: EpochMs;
  /** Who made the edit: of what is to come the one that makes it so, of what was the one that ended it. */
  readonly actor: string;
};

/** What schedules were, and what they are going to be; what they are is the schedule itself. */
export interface ScheduleVersionRepository {
  /** What is to come first, then what was, the latest before the earlier. */
  list(
    scheduleId: string,
    options: { offset: number; limit: number },
  ): Promise<{ versions: ScheduleVersion[]; total: number }>;
  find(scheduleId: string, versionId: string): Promise<ScheduleVersion | null>;
  /** What is to come, or due by now and not yet in force, in order. */
  toCome(scheduleId: string): Promise<ScheduleVersion[]>;
  /** Takes the place of what was to come from the same instant on. */
  insert(scheduleId: string, version: ScheduleVersion): Promise<void>;
  remove(versionId: string): Promise<void>;
  /** Schedules with a version that is due by `now`, the longest due first. */
  schedulesDue(now: EpochMs, limit: number): Promise<string[]>;
}
