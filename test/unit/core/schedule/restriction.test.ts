import { describe, expect, test } from 'vitest';
import { openWindows } from '../../../../src/core/schedule/restriction.ts';
import type { DayOfWeek, Restriction } from '../../../../src/core/schedule/types.ts';
import { timeZone } from '../../../../src/core/time/zone.ts';
import { between, clock, iso, timeOfDay } from '../../../support/schedule-builders.ts';

type Row = { rule: string; zone: string; restriction: Restriction; range: [string, string]; open: string[] };

function weekly(...intervals: [DayOfWeek, string, DayOfWeek, string][]): Restriction {
  return {
    type: 'TIMEINTERVALS',
    intervals: intervals.map(([startDay, start, endDay, end]) => ({
      startDay,
      startTime: clock(start),
      endDay,
      endTime: clock(end),
    })),
  };
}

const ROWS: Row[] = [
  {
    rule: 'from start to end each day, by the wall clock on both sides of a change',
    zone: 'Europe/Berlin',
    restriction: timeOfDay('09:00', '17:00'),
    range: ['2026-03-28T00:00Z', '2026-03-30T00:00Z'],
    open: ['2026-03-28T08:00Z/2026-03-28T16:00Z', '2026-03-29T07:00Z/2026-03-29T15:00Z'],
  },
  {
    rule: 'over midnight when the end is before the start',
    zone: 'UTC',
    restriction: timeOfDay('22:00', '06:00'),
    range: ['2026-01-05T00:00Z', '2026-01-06T00:00Z'],
    open: ['2026-01-05T00:00Z/2026-01-05T06:00Z', '2026-01-05T22:00Z/2026-01-06T00:00Z'],
  },
  {
    rule: 'to midnight when the end is 00:00',
    zone: 'UTC',
    restriction: timeOfDay('09:00', '00:00'),
    range: ['2026-01-05T00:00Z', '2026-01-06T12:00Z'],
    open: ['2026-01-05T09:00Z/2026-01-06T00:00Z', '2026-01-06T09:00Z/2026-01-06T12:00Z'],
  },
  {
    rule: 'the whole day when both are equal, also on a day of a change',
    zone: 'Europe/Berlin',
    restriction: timeOfDay('02:30', '02:30'),
    range: ['2026-03-28T00:00Z', '2026-10-26T00:00Z'],
    open: ['2026-03-28T00:00Z/2026-10-26T00:00Z'],
  },
  {
    rule: 'a doubled start opens at its first occurrence',
    zone: 'Europe/Berlin',
    restriction: timeOfDay('02:30', '05:00'),
    range: ['2026-10-25T00:00Z', '2026-10-26T00:00Z'],
    open: ['2026-10-25T00:30Z/2026-10-25T04:00Z'],
  },
  {
    rule: 'a doubled end closes at its second occurrence',
    zone: 'America/New_York',
    restriction: timeOfDay('00:00', '01:30'),
    range: ['2026-11-01T00:00Z', '2026-11-02T00:00Z'],
    open: ['2026-11-01T04:00Z/2026-11-01T06:30Z'],
  },
  {
    rule: 'a window inside a doubled hour stays open from the first start to the second end',
    zone: 'America/New_York',
    restriction: timeOfDay('01:15', '01:45'),
    range: ['2026-11-01T00:00Z', '2026-11-02T00:00Z'],
    open: ['2026-11-01T05:15Z/2026-11-01T06:45Z'],
  },
  {
    rule: 'an end on the first doubled reading closes when that comes again',
    zone: 'America/New_York',
    restriction: timeOfDay('00:00', '01:00'),
    range: ['2026-11-01T00:00Z', '2026-11-02T00:00Z'],
    open: ['2026-11-01T04:00Z/2026-11-01T06:00Z'],
  },
  {
    rule: 'a skipped start opens at the change',
    zone: 'Europe/Berlin',
    restriction: timeOfDay('02:30', '05:00'),
    range: ['2026-03-29T00:00Z', '2026-03-30T00:00Z'],
    open: ['2026-03-29T01:00Z/2026-03-29T03:00Z'],
  },
  {
    rule: 'a skipped end closes at the change',
    zone: 'Europe/Berlin',
    restriction: timeOfDay('01:00', '02:30'),
    range: ['2026-03-29T00:00Z', '2026-03-30T00:00Z'],
    open: ['2026-03-29T00:00Z/2026-03-29T01:00Z', '2026-03-29T23:00Z/2026-03-30T00:00Z'],
  },
  {
    rule: 'a window that is skipped as a whole is not there',
    zone: 'Europe/Berlin',
    restriction: timeOfDay('02:10', '02:50'),
    range: ['2026-03-28T12:00Z', '2026-03-30T12:00Z'],
    open: ['2026-03-30T00:10Z/2026-03-30T00:50Z'],
  },
  {
    rule: 'a window stays open to its second end when the clock falls back over midnight',
    zone: 'America/St_Johns',
    restriction: timeOfDay('22:00', '23:30'),
    range: ['2006-10-29T00:00Z', '2006-10-30T00:00Z'],
    open: ['2006-10-29T00:30Z/2006-10-29T03:00Z'],
  },
  {
    rule: 'a skipped day has no windows of its own',
    zone: 'Pacific/Apia',
    restriction: timeOfDay('09:00', '17:00'),
    range: ['2011-12-29T10:00Z', '2011-12-31T10:00Z'],
    open: ['2011-12-29T19:00Z/2011-12-30T03:00Z', '2011-12-30T19:00Z/2011-12-31T03:00Z'],
  },
  {
    rule: 'a night into a skipped day and the night out of it meet at the change',
    zone: 'Pacific/Apia',
    restriction: timeOfDay('20:00', '04:00'),
    range: ['2011-12-30T00:00Z', '2011-12-31T00:00Z'],
    open: ['2011-12-30T06:00Z/2011-12-30T14:00Z'],
  },
  {
    rule: 'weekly intervals are a union, each on its own week day',
    zone: 'Asia/Kolkata',
    restriction: weekly(['MONDAY', '09:00', 'MONDAY', '12:00'], ['MONDAY', '11:00', 'TUESDAY', '01:00']),
    range: ['2026-01-04T00:00Z', '2026-01-10T00:00Z'],
    open: ['2026-01-05T03:30Z/2026-01-05T19:30Z'],
  },
  {
    rule: 'over the end of the week when the end is before the start',
    zone: 'UTC',
    restriction: weekly(['SATURDAY', '18:00', 'MONDAY', '08:00']),
    range: ['2026-01-05T00:00Z', '2026-01-13T00:00Z'],
    open: ['2026-01-05T00:00Z/2026-01-05T08:00Z', '2026-01-10T18:00Z/2026-01-12T08:00Z'],
  },
  {
    rule: 'all week but an hour when the end is an hour before the start',
    zone: 'UTC',
    restriction: weekly(['WEDNESDAY', '10:00', 'WEDNESDAY', '09:00']),
    range: ['2026-01-05T00:00Z', '2026-01-12T00:00Z'],
    open: ['2026-01-05T00:00Z/2026-01-07T09:00Z', '2026-01-07T10:00Z/2026-01-12T00:00Z'],
  },
  {
    rule: 'a weekend in the zone, an hour longer in autumn',
    zone: 'America/Santiago',
    restriction: weekly(['SATURDAY', '00:00', 'MONDAY', '00:00']),
    range: ['2026-04-03T00:00Z', '2026-04-08T00:00Z'],
    open: ['2026-04-04T03:00Z/2026-04-06T04:00Z'],
  },
  {
    rule: 'no restriction is always open',
    zone: 'UTC',
    restriction: { type: 'NONE' },
    range: ['2026-01-05T00:00Z', '2026-01-06T00:00Z'],
    open: ['2026-01-05T00:00Z/2026-01-06T00:00Z'],
  },
  {
    rule: 'no intervals at all are never open',
    zone: 'UTC',
    restriction: weekly(),
    range: ['2026-01-05T00:00Z', '2026-02-06T00:00Z'],
    open: [],
  },
];

describe('restrictions', () => {
  test.each(ROWS)('$rule ($zone)', ({ zone, restriction, range, open }) => {
    const windows = openWindows(restriction, timeZone(zone), between(...range));
    expect(windows.map(({ start, end }) => `${iso(start)}/${iso(end)}`)).toEqual(open);
  });

  test('weekly intervals with equal start and end cover the whole week', () => {
    const range = between('2026-01-05T00:00Z', '2026-03-05T00:00Z');
    const restriction = weekly(['MONDAY', '09:00', 'MONDAY', '09:00']);
    expect(openWindows(restriction, timeZone('UTC'), range)).toEqual([range]);
  });
});
