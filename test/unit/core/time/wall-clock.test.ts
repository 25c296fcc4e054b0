import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, plusMs } from '../../../../src/core/time/instant.ts';
import { firstInstantAt, lastInstantAt, wallAt, type WallMs } from '../../../../src/core/time/wall-clock.ts';
import { timeZone } from '../../../../src/core/time/zone.ts';
import { CLOCK_CHANGES } from '../../../support/clock-changes.ts';
import { instant, iso } from '../../../support/schedule-builders.ts';

// The rules: a skipped reading is the instant of the change; a doubled one has a first and a last occurrence.
type Row = [zone: string, reading: string, first: string, last: string, why: string];

const SKIPPED: Row[] = [
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00Z', '2026-03-29T01:00Z', 'one hour in spring'],
  [
    'Europe/Berlin',
    '2026-03-29T02:00',
    '2026-03-29T01:00Z',
    '2026-03-29T01:00Z',
    'the first skipped reading',
  ],
  [
    'Europe/Dublin',
    '2026-03-29T01:30',
    '2026-03-29T01:00Z',
    '2026-03-29T01:00Z',
    'negative daylight saving ends',
  ],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:00Z', '2026-03-08T07:00Z', 'west of Greenwich'],
  ['America/Havana', '2026-03-08T00:30', '2026-03-08T05:00Z', '2026-03-08T05:00Z', 'midnight does not exist'],
  [
    'America/Santiago',
    '2026-09-06T00:30',
    '2026-09-06T04:00Z',
    '2026-09-06T04:00Z',
    'the south, at midnight',
  ],
  [
    'America/Sao_Paulo',
    '2018-11-04T00:30',
    '2018-11-04T03:00Z',
    '2018-11-04T03:00Z',
    'the last change there',
  ],
  [
    'America/St_Johns',
    '2006-04-02T00:30',
    '2006-04-02T03:31Z',
    '2006-04-02T03:31Z',
    'a minute past midnight',
  ],
  ['Africa/Cairo', '2026-04-24T00:30', '2026-04-23T22:00Z', '2026-04-23T22:00Z', 'a Friday at midnight'],
  ['Africa/Casablanca', '2026-03-22T02:30', '2026-03-22T02:00Z', '2026-03-22T02:00Z', 'after Ramadan'],
  ['Asia/Beirut', '2026-03-29T00:30', '2026-03-28T22:00Z', '2026-03-28T22:00Z', 'midnight does not exist'],
  ['Asia/Tehran', '2022-03-22T00:30', '2022-03-21T20:30Z', '2022-03-21T20:30Z', 'half-hour offset'],
  [
    'Asia/Pyongyang',
    '2018-05-04T23:45',
    '2018-05-04T15:00Z',
    '2018-05-04T15:00Z',
    'half an hour before midnight',
  ],
  ['Asia/Kathmandu', '1986-01-01T00:10', '1985-12-31T18:30Z', '1985-12-31T18:30Z', 'a quarter of an hour'],
  ['Antarctica/Troll', '2026-03-29T02:00', '2026-03-29T01:00Z', '2026-03-29T01:00Z', 'two hours'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30Z', '2026-10-03T15:30Z', 'thirty minutes'],
  ['Pacific/Chatham', '2026-09-27T03:00', '2026-09-26T14:00Z', '2026-09-26T14:00Z', 'at 02:45'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00Z', '2011-12-30T10:00Z', 'a whole day'],
  ['Pacific/Kwajalein', '1993-08-21T12:00', '1993-08-21T12:00Z', '1993-08-21T12:00Z', 'a whole day'],
];

const DOUBLED: Row[] = [
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30Z', '2026-10-25T01:30Z', 'one hour in autumn'],
  ['Europe/Dublin', '2026-10-25T01:30', '2026-10-25T00:30Z', '2026-10-25T01:30Z', 'negative daylight saving'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30Z', '2026-11-01T06:30Z', 'west of Greenwich'],
  ['America/Havana', '2026-11-01T00:30', '2026-11-01T04:30Z', '2026-11-01T05:30Z', 'midnight comes twice'],
  ['America/Santiago', '2026-04-04T23:30', '2026-04-05T02:30Z', '2026-04-05T03:30Z', 'at midnight'],
  [
    'America/Sao_Paulo',
    '2019-02-16T23:30',
    '2019-02-17T01:30Z',
    '2019-02-17T02:30Z',
    'the last change there',
  ],
  [
    'America/St_Johns',
    '2006-10-28T23:30',
    '2006-10-29T02:00Z',
    '2006-10-29T03:00Z',
    'a minute past midnight',
  ],
  [
    'America/Caracas',
    '2007-12-09T02:45',
    '2007-12-09T06:45Z',
    '2007-12-09T07:15Z',
    'for good, by half an hour',
  ],
  ['Africa/Cairo', '2026-10-29T23:30', '2026-10-29T20:30Z', '2026-10-29T21:30Z', 'a Thursday at midnight'],
  ['Africa/Casablanca', '2026-02-15T02:30', '2026-02-15T01:30Z', '2026-02-15T02:30Z', 'before Ramadan'],
  ['Asia/Beirut', '2026-10-24T23:30', '2026-10-24T20:30Z', '2026-10-24T21:30Z', 'at midnight'],
  ['Asia/Tehran', '2022-09-21T23:30', '2022-09-21T19:00Z', '2022-09-21T20:00Z', 'half-hour offset'],
  ['Asia/Pyongyang', '2015-08-14T23:45', '2015-08-14T14:45Z', '2015-08-14T15:15Z', 'half an hour'],
  ['Europe/Moscow', '2014-10-26T01:30', '2014-10-25T21:30Z', '2014-10-25T22:30Z', 'for good'],
  ['Antarctica/Troll', '2026-10-25T02:30', '2026-10-25T00:30Z', '2026-10-25T02:30Z', 'two hours'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45Z', '2026-04-04T15:15Z', 'thirty minutes'],
  ['Pacific/Chatham', '2026-04-05T03:00', '2026-04-04T13:15Z', '2026-04-04T14:15Z', 'at 03:45'],
  ['Pacific/Kwajalein', '1969-09-30T12:00', '1969-09-30T01:00Z', '1969-10-01T00:00Z', 'all but a whole day'],
];

const EDGES: Row[] = [
  [
    'Europe/Berlin',
    '2026-10-25T02:00',
    '2026-10-25T00:00Z',
    '2026-10-25T01:00Z',
    'the first doubled reading',
  ],
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00Z', '2026-03-29T01:00Z', 'where the clock lands'],
  [
    'Europe/Berlin',
    '2026-10-25T03:00',
    '2026-10-25T02:00Z',
    '2026-10-25T02:00Z',
    'where the doubled hour ends',
  ],
  [
    'America/Santiago',
    '2026-04-05T00:00',
    '2026-04-05T04:00Z',
    '2026-04-05T04:00Z',
    'midnight after the doubled hour',
  ],
  [
    'Pacific/Apia',
    '2011-12-31T00:00',
    '2011-12-30T10:00Z',
    '2011-12-30T10:00Z',
    'the day after the skipped one',
  ],
  ['Asia/Kolkata', '2026-06-01T09:00', '2026-06-01T03:30Z', '2026-06-01T03:30Z', 'no change at all'],
];

const reading = (text: string): WallMs => Date.parse(`${text}Z`) as WallMs;

describe('a reading of the wall clock', () => {
  test.each([...SKIPPED, ...DOUBLED, ...EDGES])('%s %s is %s and %s: %s', (name, text, first, last) => {
    const zone = timeZone(name);
    expect(iso(firstInstantAt(zone, reading(text)))).toBe(first);
    expect(iso(lastInstantAt(zone, reading(text)))).toBe(last);
  });

  test.each(DOUBLED)(
    '%s %s counts from the second occurrence on when asked not to look before it',
    (...row) => {
      const [name, text, , last] = row;
      const zone = timeZone(name);
      const second = instant(last);
      expect(firstInstantAt(zone, reading(text), second)).toBe(second);
      expect(firstInstantAt(zone, reading(text), plusMs(second, -60_000))).toBe(second);
    },
  );

  test('is shown at its first and its last instant wherever it exists, and lies between its neighbours', () => {
    const change = fc.constantFrom(...CLOCK_CHANGES);
    fc.assert(
      fc.property(change, fc.integer({ min: -50 * 60, max: 50 * 60 }), ({ zone: name, at }, minutes) => {
        const zone = timeZone(name);
        const t = plusMs(at, minutes * 60_000);
        const wall = wallAt(zone, t);
        const [first, last] = [firstInstantAt(zone, wall), lastInstantAt(zone, wall)];
        expect(first).toBeLessThanOrEqual(t);
        expect(last).toBeGreaterThanOrEqual(t);
        expect([wallAt(zone, first), wallAt(zone, last)]).toEqual([wall, wall]);
        const later = (wall + HOUR_MS) as WallMs;
        expect(firstInstantAt(zone, later)).toBeGreaterThanOrEqual(first);
        expect(lastInstantAt(zone, later)).toBeGreaterThanOrEqual(last);
      }),
      { seed: 3, numRuns: 2_000 },
    );
  });
});
