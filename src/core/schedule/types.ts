import type { EpochMs } from '../time/instant.ts';
import type { Interval } from '../time/interval.ts';
import type { TimeOfDay } from '../time/time-of-day.ts';

export type { TimeOfDay };

export type DayOfWeek = 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY';

export type RotationType = 'DAILY' | 'WEEKLY' | 'CUSTOM';
export type RotationUnit = 'HOURS' | 'DAYS' | 'WEEKS';

/** A weekly stretch of wall-clock time; over the week's end when the end is before the start, the whole week when equal. */
export type WeeklyInterval = {
  readonly startDay: DayOfWeek;
  readonly startTime: TimeOfDay;
  readonly endDay: DayOfWeek;
  readonly endTime: TimeOfDay;
};

/** When a shift has anybody on call at all. It gates the turns; it does not move them. */
export type Restriction =
  | { readonly type: 'NONE' }
  | { readonly type: 'TIMEOFDAY'; readonly start: TimeOfDay; readonly end: TimeOfDay }
  | { readonly type: 'TIMEINTERVALS'; readonly intervals: readonly WeeklyInterval[] };

/** Whose turn it is when, over [startDate, endDate); `members` in turn order, `endDate` null for ever. */
export type Rotation = {
  readonly id: string;
  readonly members: readonly { readonly memberId: string }[];
  readonly rotationType: RotationType;
  readonly customValue: number | null;
  readonly customUnit: RotationUnit | null;
  readonly startDate: EpochMs;
  readonly endDate: EpochMs | null;
  /** Added to a turn's number before members are counted, so that an edit moves nobody's turn; at least 0. */
  readonly turnOffset: number;
  /** Who has the turns that start before `until`, whatever the rotation says: a turn that an edit leaves to its holder. */
  readonly kept: { readonly memberId: string; readonly until: EpochMs } | null;
};

/** A rotation, gated. */
export type Shift = Rotation & {
  readonly name: string;
  readonly order: number;
  readonly restriction: Restriction;
};

/**
 * In [start, end) `memberId` stands in for `replacesMemberId` wherever that one is on call, or for everybody when it
 * is null. Of overrides that overlap the one created last wins; equal `createdAt` goes by id.
 */
export type Override = {
  readonly id: string;
  readonly memberId: string;
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly replacesMemberId: string | null;
  readonly createdAt: EpochMs;
};

export type ScheduleStatus = 'ACTIVE' | 'PAUSED';

/** What an edit changes. All calendar arithmetic is on the wall clock of `timeZone` (IANA name). */
export type Configuration = {
  readonly status: ScheduleStatus;
  readonly timeZone: string;
  readonly shifts: readonly Shift[];
};

/** A configuration that holds in [start, end). */
export type Version = Interval & Configuration;

/**
 * Everything that decides who is on call. The configuration is that of the present; `others`, disjoint and in order,
 * are those that held before it or are to hold after it, and wherever none of them holds the present one does.
 */
export type Schedule = Configuration & {
  readonly id: string;
  readonly others: readonly Version[];
  readonly overrides: readonly Override[];
};

/**
 * `memberId` is on call through [start, end). `shiftId` is null where an override stands in for everybody;
 * `overrideId` is null where the turn itself holds.
 */
export type Stretch = {
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly memberId: string;
  readonly shiftId: string | null;
  readonly overrideId: string | null;
};
