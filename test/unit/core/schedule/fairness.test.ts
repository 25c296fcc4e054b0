import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dutyOf, hardTimes, hoursOf, percentOf, totalDuty } from '../../../../src/core/schedule/fairness.ts';
import { shiftsBetween } from '../../../../src/core/schedule/resolve.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs } from '../../../../src/core/time/instant.ts';
import { timeZone } from '../../../../src/core/time/zone.ts';
import { CLOCK_CHANGES } from '../../../support/clock-changes.ts';
import { aSchedule, aShift, between } from '../../../support/schedule-builders.ts';

function hours(zone: string, start: string, end: string) {
  const range = between(start, end);
  const { nightMs, weekendMs } = dutyOf([range], hardTimes(timeZone(zone), range), null);
  return { night: hoursOf(nightMs ?? -1), weekend: hoursOf(weekendMs ?? -1) };
}

describe('the hours of a member', () => {
  test('count once where they are on call twice', () => {
    const onCall = [
      between('2026-02-02T10:00Z', '2026-02-02T14:00Z'),
      between('2026-02-02T08:00Z', '2026-02-02T12:00Z'),
      between('2026-02-03T08:00Z', '2026-02-03T08:30Z'),
    ];
    expect(dutyOf(onCall, null, null)).toMatchObject({ totalMs: 6.5 * HOUR_MS, stretches: 2 });
  });

  test('of an ordinary week hold seven nights of eight hours and one weekend', () => {
    expect(hours('Europe/Berlin', '2026-02-02T00:00+01:00', '2026-02-09T00:00+01:00')).toEqual({
      night: 56,
      weekend: 48,
    });
  });

  test.each([
    ['Europe/Berlin', '2026-03-28T12:00+01:00', '2026-03-29T12:00+02:00', 7, 23],
    ['Europe/Berlin', '2026-10-24T12:00+02:00', '2026-10-25T12:00+01:00', 9, 25],
    ['America/New_York', '2026-03-07T12:00-05:00', '2026-03-08T12:00-04:00', 7, 23],
    ['America/New_York', '2026-10-31T12:00-04:00', '2026-11-01T12:00-05:00', 9, 25],
    ['Australia/Lord_Howe', '2026-10-03T12:00+10:30', '2026-10-04T12:00+11:00', 7.5, 23.5],
    ['Australia/Lord_Howe', '2026-04-04T12:00+11:00', '2026-04-05T12:00+10:30', 8.5, 24.5],
  ])(
    'hold the night as long as it is over a clock change in %s, from %s',
    (zone, start, end, night, weekend) => {
      expect(hours(zone, start, end)).toEqual({ night, weekend });
    },
  );

  test.each([
    ['America/St_Johns', '2006-10-27T00:00-02:30', '2006-10-30T00:00-03:30'],
    ['Pacific/Apia', '2011-12-28T00:00-10:00', '2012-01-02T00:00+14:00'],
  ])('count each instant by what the clock shows at it (%s)', (zone, start, end) => {
    const range = between(start, end);
    const shown = { weekend: 0, night: 0 };
    const { spanAt } = timeZone(zone);
    for (let at = range.start; at < range.end; at = plusMs(at, MINUTE_MS)) {
      const wall = new Date(at + spanAt(at).offsetMs);
      if (wall.getUTCDay() % 6 === 0) shown.weekend += 1;
      if ((wall.getUTCHours() + 2) % 24 < 8) shown.night += 1;
    }
    expect(hours(zone, start, end)).toEqual({
      night: hoursOf(shown.night * MINUTE_MS),
      weekend: hoursOf(shown.weekend * MINUTE_MS),
    });
  });

  test('are not known on holidays of nobody knows where, and none on no holiday', () => {
    const range = between('2026-02-02T00:00Z', '2026-02-03T00:00Z');
    const hard = hardTimes(timeZone('UTC'), range);
    expect(dutyOf([range], hard, null).holidayMs).toBeNull();
    expect(dutyOf([range], hard, []).holidayMs).toBe(0);
    expect(dutyOf([range], hard, [between('2026-02-02T12:00Z', '2026-02-04T00:00Z')]).holidayMs).toBe(
      12 * HOUR_MS,
    );
    expect(dutyOf([range], null, [])).toMatchObject({ nightMs: null, weekendMs: null });
  });

  test('of all shifts of a schedule with one shift and no restriction come to the range', () => {
    const members = fc.uniqueArray(fc.constantFrom('ana', 'bo', 'cy', 'di'), { minLength: 1 });
    const change = fc.constantFrom(...CLOCK_CHANGES);
    fc.assert(
      fc.property(
        members,
        change,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 60 * 24 * 60 }),
        (ids, { zone, at }, customValue, minutes) => {
          const startDate = new Date(at - 20 * DAY_MS).toISOString();
          const rotation = { rotationType: 'CUSTOM', customUnit: 'HOURS', customValue } as const;
          const schedule = aSchedule({
            timeZone: zone,
            shifts: [aShift({ members: ids, startDate, ...rotation })],
          });
          const start = plusMs(at, -20 * DAY_MS);
          const range = { start, end: plusMs(start, minutes * MINUTE_MS) };
          const stretches = shiftsBetween(schedule, range);
          const duties = ids.map((id) =>
            dutyOf(
              stretches.filter((s) => s.memberId === id),
              null,
              null,
            ),
          );
          expect(totalDuty(duties).totalMs).toBe(range.end - range.start);
        },
      ),
    );
  });
});

describe('all hours together', () => {
  const duty = { totalMs: 4, stretches: 2, nightMs: 1, weekendMs: 2, holidayMs: null };

  test('are the sum of what is known', () => {
    expect(totalDuty([duty, { ...duty, holidayMs: 3, nightMs: null }])).toEqual({
      totalMs: 8,
      stretches: 4,
      nightMs: 1,
      weekendMs: 4,
      holidayMs: 3,
    });
    expect(totalDuty([duty, duty]).holidayMs).toBeNull();
    expect(totalDuty([])).toEqual({ totalMs: 0, stretches: 0, nightMs: 0, weekendMs: 0, holidayMs: 0 });
  });
});

test('hours and percent have at most two decimals', () => {
  expect([hoursOf(20 * MINUTE_MS), hoursOf(1.5 * HOUR_MS), hoursOf(0)]).toEqual([0.33, 1.5, 0]);
  expect([percentOf(1, 3), percentOf(2, 2), percentOf(0, 0)]).toEqual([33.33, 100, 0]);
});
