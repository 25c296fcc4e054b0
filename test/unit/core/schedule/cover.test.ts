import { describe, expect, test } from 'vitest';
import { planCover, stillToCome, timesOnCall } from '../../../../src/core/schedule/cover.ts';
import type { Interval } from '../../../../src/core/time/interval.ts';
import {
  aSchedule,
  aShift,
  anOverride,
  between,
  instant,
  iso,
  timeOfDay,
} from '../../../support/schedule-builders.ts';

const WEEK = between('2026-01-05T00:00Z', '2026-01-12T00:00Z');
const shown = (times: readonly Interval[]) => times.map(({ start, end }) => `${iso(start)}/${iso(end)}`);

describe('the times a member is on call', () => {
  test('are their stretches, cut to the range', () => {
    const schedule = aSchedule({ shifts: [aShift({ rotationType: 'WEEKLY' })] });
    expect(shown(timesOnCall(schedule, 'ana', WEEK))).toEqual(['2026-01-05T09:00Z/2026-01-12T00:00Z']);
    expect(timesOnCall(schedule, 'bo', WEEK)).toEqual([]);
  });

  test('join stretches of several shifts, and an override with the turn that it touches', () => {
    const schedule = aSchedule({
      shifts: [
        aShift({ id: 'one', members: ['ana'], restriction: timeOfDay('09:00', '17:00') }),
        aShift({ id: 'two', order: 1, members: ['ana'], restriction: timeOfDay('16:00', '20:00') }),
      ],
      overrides: [
        anOverride({ memberId: 'ana', start: '2026-01-06T20:00Z', end: '2026-01-06T22:00Z' }),
        anOverride({
          id: 'away',
          replacesMemberId: 'ana',
          start: '2026-01-06T12:00Z',
          end: '2026-01-06T13:00Z',
          createdAt: 1,
        }),
      ],
    });
    expect(shown(timesOnCall(schedule, 'ana', between('2026-01-06T00:00Z', '2026-01-07T00:00Z')))).toEqual([
      '2026-01-06T09:00Z/2026-01-06T12:00Z',
      '2026-01-06T13:00Z/2026-01-06T22:00Z',
    ]);
  });

  test('keep the wall clock over a clock change: a night of ten hours is nine or eleven long', () => {
    const nights = aSchedule({
      timeZone: 'Europe/Berlin',
      shifts: [aShift({ members: ['ana'], restriction: timeOfDay('21:00', '07:00') })],
    });
    const nightOf = (start: string, end: string) => shown(timesOnCall(nights, 'ana', between(start, end)));
    expect(nightOf('2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual([
      '2026-03-28T20:00Z/2026-03-29T05:00Z',
    ]);
    expect(nightOf('2026-10-24T12:00Z', '2026-10-25T12:00Z')).toEqual([
      '2026-10-24T19:00Z/2026-10-25T06:00Z',
    ]);
  });

  test('are none on a PAUSED schedule', () => {
    expect(timesOnCall(aSchedule({ status: 'PAUSED' }), 'ana', WEEK)).toEqual([]);
  });
});

describe('the plan of what time off still needs', () => {
  const NOW = instant('2026-01-05T00:00Z');
  const day = (n: number) => between(`2026-01-0${n}T09:00Z`, `2026-01-0${n}T17:00Z`);
  const open = (id: string, range: Interval) => ({ id, ...range, isOpen: true, isOfTimeOff: true });
  const plan = (times: Interval[], requests: Parameters<typeof planCover>[0]['requests'], now = NOW) =>
    planCover({ times, requests, now });

  test('asks for every time that nobody was asked for', () => {
    expect(plan([day(6), day(7)], [])).toEqual({ missing: [day(6), day(7)], outdated: [] });
  });

  test('is empty once it was carried out', () => {
    const requests = [open('a', day(6)), open('b', day(7))];
    expect(plan([day(6), day(7)], requests)).toEqual({ missing: [], outdated: [] });
  });

  test('stays empty while what was asked for runs, and leaves what is over as it is', () => {
    const noon = instant('2026-01-06T12:00Z');
    const rest = between('2026-01-06T12:00Z', '2026-01-06T17:00Z');
    expect(plan([rest], [open('a', day(6))], noon)).toEqual({ missing: [], outdated: [] });
    expect(plan([], [open('a', day(6))], day(6).end)).toEqual({ missing: [], outdated: [] });
  });

  test('drops what is not theirs any more, and asks for what has become so', () => {
    expect(plan([day(7)], [open('a', day(6))])).toEqual({ missing: [day(7)], outdated: ['a'] });
  });

  test('asks for the rest alone where a request covers a part', () => {
    const longer = between('2026-01-06T08:00Z', '2026-01-06T18:00Z');
    const found = plan([longer], [open('a', day(6))]);
    expect(shown(found.missing)).toEqual([
      '2026-01-06T08:00Z/2026-01-06T09:00Z',
      '2026-01-06T17:00Z/2026-01-06T18:00Z',
    ]);
    expect(found.outdated).toEqual([]);
  });

  test('keeps a request of which any part is still theirs', () => {
    const shorter = between('2026-01-06T10:00Z', '2026-01-06T11:00Z');
    expect(plan([shorter], [open('a', day(6))])).toEqual({ missing: [], outdated: [] });
  });

  test('does not ask again for what its member withdrew by hand', () => {
    const withdrawn = { ...open('a', day(6)), isOpen: false };
    expect(plan([day(6)], [withdrawn])).toEqual({ missing: [], outdated: [] });
    expect(plan([], [withdrawn])).toEqual({ missing: [], outdated: [] });
  });

  test('counts a request that was opened by hand, and never drops it', () => {
    const byHand = { ...open('a', day(6)), isOfTimeOff: false };
    expect(plan([day(6)], [byHand])).toEqual({ missing: [], outdated: [] });
    expect(plan([], [byHand])).toEqual({ missing: [], outdated: [] });
  });
});

describe('what of a range is still to come', () => {
  test('is the whole of it, its rest, or nothing', () => {
    expect(stillToCome(WEEK, instant('2026-01-01T00:00Z'))).toEqual(WEEK);
    expect(stillToCome(WEEK, instant('2026-01-08T00:00Z'))).toEqual(
      between('2026-01-08T00:00Z', '2026-01-12T00:00Z'),
    );
    expect(stillToCome(WEEK, WEEK.end)).toBeUndefined();
  });
});
