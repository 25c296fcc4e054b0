import { describe, expect, test } from 'vitest';
import { calendarStretches, calendarWindow, nearest } from '../../../../src/core/schedule/calendar.ts';
import { aSchedule, anOverride, aShift, between, instant, iso } from '../../../support/schedule-builders.ts';

const window = between('2026-06-01T00:00Z', '2026-06-20T00:00Z');
const told = (schedule: Parameters<typeof calendarStretches>[0]) =>
  calendarStretches(schedule, window).map((one) => [one.memberId, iso(one.start), iso(one.end), one.isCut]);

test('the window has midnights as edges and holds 14 days back and 366 ahead at any time of day', () => {
  for (const now of ['2026-06-15T00:00Z', '2026-06-15T23:59:59.999Z']) {
    expect(calendarWindow(instant(now))).toEqual(between('2026-06-01T00:00Z', '2027-06-17T00:00Z'));
  }
});

describe('what runs when the window starts', () => {
  test('begins where it really begins, however many steps back that is', () => {
    const long = aShift({ rotationType: 'CUSTOM', customValue: 30, customUnit: 'WEEKS' });
    const daily = aShift({ id: 'daily', order: 1, members: ['cem', 'dan'], endDate: '2026-06-02T09:00Z' });
    expect(told(aSchedule({ shifts: [long, daily] }))).toEqual([
      ['ana', '2026-01-05T09:00Z', '2026-06-20T00:00Z', false],
      ['cem', '2026-05-31T09:00Z', '2026-06-01T09:00Z', false],
      ['dan', '2026-06-01T09:00Z', '2026-06-02T09:00Z', false],
    ]);
  });

  test('begins with the window, and is said to be cut, when it began more than 366 days before', () => {
    const old = aShift({ members: ['ana'], startDate: '2025-05-30T00:00Z' });
    expect(told(aSchedule({ shifts: [old] }))).toEqual([
      ['ana', '2026-06-01T00:00Z', '2026-06-20T00:00Z', true],
    ]);
    const younger = aShift({ members: ['ana'], startDate: '2025-06-01T00:00Z' });
    expect(told(aSchedule({ shifts: [younger] }))).toEqual([
      ['ana', '2025-06-01T00:00Z', '2026-06-20T00:00Z', false],
    ]);
  });

  test('begins after an override that is over', () => {
    const schedule = aSchedule({
      shifts: [aShift({ members: ['ana'], startDate: '2024-01-01T00:00Z' })],
      overrides: [anOverride({ start: '2026-03-01T00:00Z', end: '2026-03-02T00:00Z' })],
    });
    expect(told(schedule)).toMatchObject([['ana', '2026-03-02T00:00Z', '2026-06-20T00:00Z', false]]);
  });

  test('is nothing when it begins with the window by itself', () => {
    const shift = aShift({ members: ['ana'], startDate: '2026-06-01T00:00Z' });
    expect(told(aSchedule({ shifts: [shift] }))).toEqual([
      ['ana', '2026-06-01T00:00Z', '2026-06-20T00:00Z', false],
    ]);
  });
});

describe('the nearest', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    start: instant(`2026-06-01T${String(hour).padStart(2, '0')}:00Z`),
    end: instant(`2026-06-01T${String(hour).padStart(2, '0')}:59:59Z`),
  }));
  const kept = (now: string, limit: number) => nearest(hours, instant(now), limit).map(({ hour }) => hour);

  test('are what is not over, then the latest that is, in order', () => {
    expect(kept('2026-06-01T10:30Z', 3)).toEqual([10, 11, 12]);
    expect(kept('2026-06-01T22:30Z', 4)).toEqual([20, 21, 22, 23]);
    expect(kept('2026-06-02T00:00Z', 2)).toEqual([22, 23]);
    expect(kept('2026-06-01T10:30Z', 24)).toHaveLength(24);
  });
});
