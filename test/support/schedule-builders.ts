import type { Override, Restriction, Schedule, Shift } from '../../src/core/schedule/types.ts';
import { asEpochMs, type EpochMs } from '../../src/core/time/instant.ts';
import type { Interval } from '../../src/core/time/interval.ts';

/** The instant of an ISO date-time with its offset. */
export function instant(iso: string): EpochMs {
  return asEpochMs(Date.parse(iso));
}

export function iso(at: EpochMs): string {
  return new Date(at).toISOString().replace(/(:00)?\.000Z$/, 'Z');
}

export function between(start: string, end: string): Interval {
  return { start: instant(start), end: instant(end) };
}

/** Milliseconds since midnight of `HH:mm`. */
export function clock(text: string): number {
  return Date.parse(`1970-01-01T${text}Z`);
}

export function timeOfDay(start: string, end: string): Restriction {
  return { type: 'TIMEOFDAY', start: clock(start), end: clock(end) };
}

type ShiftFields = Partial<Omit<Shift, 'members' | 'startDate' | 'endDate'>> & {
  members?: string[];
  startDate?: string;
  endDate?: string;
};

/** A daily rotation of ana and bo from 2026-01-05 09:00 UTC, a Monday, unless told otherwise. */
export function aShift({ members = ['ana', 'bo'], startDate, endDate, ...fields }: ShiftFields = {}): Shift {
  return {
    id: 'primary',
    name: 'Primary',
    order: 0,
    rotationType: 'DAILY',
    customValue: null,
    customUnit: null,
    restriction: { type: 'NONE' },
    turnOffset: 0,
    kept: null,
    ...fields,
    members: members.map((memberId) => ({ memberId })),
    startDate: instant(startDate ?? '2026-01-05T09:00Z'),
    endDate: endDate === undefined ? null : instant(endDate),
  };
}

type OverrideFields = Partial<Omit<Override, 'start' | 'end' | 'createdAt'>> & {
  start: string;
  end: string;
  createdAt?: number;
};

/** Zoe for everybody in the given window, unless told otherwise. */
export function anOverride({ start, end, createdAt = 0, ...fields }: OverrideFields): Override {
  return {
    id: 'override',
    memberId: 'zoe',
    replacesMemberId: null,
    ...fields,
    start: instant(start),
    end: instant(end),
    createdAt: asEpochMs(createdAt),
  };
}

export function aSchedule(fields: Partial<Schedule> = {}): Schedule {
  return {
    id: 'schedule',
    status: 'ACTIVE',
    timeZone: 'UTC',
    shifts: [aShift()],
    others: [],
    overrides: [],
    ...fields,
  };
}
