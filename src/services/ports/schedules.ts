import type {
  DayOfWeek,
  Override,
  RotationType,
  RotationUnit,
  Schedule as CoreSchedule,
  ScheduleStatus,
} from '../../core/schedule/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { TimeOfDay } from '../../core/time/time-of-day.ts';

/** A member's place in a shift's rotation; `order` counts from 1. */
export type ShiftMember = {
  readonly id: string;
  readonly order: number;
  readonly color: string;
  readonly memberId: string;
};

export type ShiftInterval = {
  readonly id: string;
  readonly startDay: DayOfWeek;
  readonly startTime: TimeOfDay;
  readonly endDay: DayOfWeek;
  readonly endTime: TimeOfDay;
};

/** A shift as it was configured: settings that its types do not use are kept as they were sent. */
export type ConfiguredShift = {
  readonly id: string;
  readonly name: string;
  /** Counts from 1. */
  readonly order: number;
  readonly members: readonly ShiftMember[];
  readonly rotationType: RotationType;
  readonly customValue: number | null;
  readonly customUnit: RotationUnit | null;
  readonly startDate: EpochMs;
  readonly endDate: EpochMs | null;
  readonly restrictionType: 'NONE' | 'TIMEOFDAY' | 'TIMEINTERVALS';
  /** Both or neither. */
  readonly timeOfDayStart: TimeOfDay | null;
  readonly timeOfDayEnd: TimeOfDay | null;
  readonly intervals: readonly ShiftInterval[];
  /** Added to a turn's number before members are counted, so that an edit moves nobody's turn. */
  readonly turnOffset: number;
  /** Who keeps the turn that ran at an edit, though no longer a member. */
  readonly kept: { readonly memberId: string; readonly until: EpochMs } | null;
};

/** The part of a schedule that edits change and history keeps. */
export type ScheduleDefinition = {
  readonly status: ScheduleStatus;
  readonly timeZone: string;
  /** In order. */
  readonly shifts: readonly ConfiguredShift[];
};

/** A schedule as it was configured; who is on call is asked of the core's form of it. */
export type ConfiguredSchedule = ScheduleDefinition & {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly description: string;
  /** Since when it has been as it is; null: since ever. */
  readonly effectiveFrom: EpochMs | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

/** What decides who is on call, with what people call the schedule and when it or an override last changed. */
export type LoadedSchedule = CoreSchedule & {
  readonly pageId: string;
  readonly name: string;
  readonly updatedAt: EpochMs;
};

export interface ScheduleRepository {
  find(id: string): Promise<ConfiguredSchedule | null>;
  /** As `find`, keeping every other writer of it waiting until the transaction ends. */
  lock(id: string): Promise<ConfiguredSchedule | null>;
  /** Oldest first. */
  list(options: {
    pageId: string;
    offset: number;
    limit: number;
  }): Promise<{ schedules: ConfiguredSchedule[]; total: number }>;
  /**
   * The core's form of a page's schedules or of those with `ids`, oldest first, in a number of statements that does
   * not depend on how many there are. It answers for instants from `from` on: versions and overrides that ended before
   * are left out.
   */
  loadSchedules(
    which: { readonly pageId: string } | { readonly ids: readonly string[] },
    from: EpochMs,
  ): Promise<LoadedSchedule[]>;
  insert(schedule: ConfiguredSchedule): Promise<void>;
  /** Stores all of it; shifts, their members and intervals replace the stored ones, by the ids they carry. */
  update(schedule: ConfiguredSchedule): Promise<void>;
  /** An override of it changed: sets `updatedAt`, and has handoffs looked for. */
  touch(id: string, at: EpochMs): Promise<void>;
  /** With its shifts and overrides. */
  remove(id: string): Promise<void>;
  /** In order of start, without those that were taken back. */
  listOverrides(
    scheduleId: string,
    options: { offset: number; limit: number },
  ): Promise<{ overrides: Override[]; total: number }>;
  insertOverride(scheduleId: string, override: Override): Promise<void>;
  /** Takes an override back from `at` on: what it did before stays true. False when that schedule has no such one. */
  removeOverride(scheduleId: string, overrideId: string, at: EpochMs): Promise<boolean>;
}
