import { describe, expect, test } from 'vitest';
import { holderOfTurn, turnAt, turnLengthMs, turnsWithin } from '../../../../src/core/schedule/rotation.ts';
import { timeZone } from '../../../../src/core/time/zone.ts';
import { aShift, between, instant, iso } from '../../../support/schedule-builders.ts';

type Row = {
  rule: string;
  zone: string;
  start: string;
  hours: number;
  range: [string, string];
  handoffs: string[];
};

// `handoffs` are the instants at which a turn begins within the range.
const ROWS: Row[] = [
  {
    rule: 'a 09:00 handoff stays at 09:00 across a change in spring',
    zone: 'Europe/Berlin',
    start: '2026-03-27T08:00Z',
    hours: 24,
    range: ['2026-03-27T08:00Z', '2026-03-31T00:00Z'],
    handoffs: ['2026-03-27T08:00Z', '2026-03-28T08:00Z', '2026-03-29T07:00Z', '2026-03-30T07:00Z'],
  },
  {
    rule: 'a weekly handoff stays at its wall-clock time across both changes of a year',
    zone: 'America/New_York',
    start: '2026-03-02T14:00Z',
    hours: 7 * 24,
    range: ['2026-03-02T14:00Z', '2026-03-24T00:00Z'],
    handoffs: ['2026-03-02T14:00Z', '2026-03-09T13:00Z', '2026-03-16T13:00Z', '2026-03-23T13:00Z'],
  },
  {
    rule: 'a 12-hour rotation stays at 08:00 and 20:00; the turn over the change is 11 hours long',
    zone: 'Europe/Berlin',
    start: '2026-03-28T07:00Z',
    hours: 12,
    range: ['2026-03-28T07:00Z', '2026-03-29T20:00Z'],
    handoffs: ['2026-03-28T07:00Z', '2026-03-28T19:00Z', '2026-03-29T06:00Z', '2026-03-29T18:00Z'],
  },
  {
    rule: 'the same turn in autumn is 13 hours long',
    zone: 'Europe/Berlin',
    start: '2026-10-24T06:00Z',
    hours: 12,
    range: ['2026-10-24T06:00Z', '2026-10-25T20:00Z'],
    handoffs: ['2026-10-24T06:00Z', '2026-10-24T18:00Z', '2026-10-25T07:00Z', '2026-10-25T19:00Z'],
  },
  {
    rule: 'a handoff at a skipped reading happens at the change, and the next one is back at its time',
    zone: 'Europe/Berlin',
    start: '2026-03-27T01:30Z',
    hours: 24,
    range: ['2026-03-28T00:00Z', '2026-03-31T00:00Z'],
    handoffs: ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
  },
  {
    rule: 'a handoff at a doubled reading happens at its first occurrence',
    zone: 'America/New_York',
    start: '2026-10-30T05:30Z',
    hours: 24,
    range: ['2026-10-31T00:00Z', '2026-11-03T00:00Z'],
    handoffs: ['2026-10-31T05:30Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
  },
  {
    rule: 'turns in a skipped hour have no length and appear nowhere',
    zone: 'America/Havana',
    start: '2026-03-08T03:00Z',
    hours: 1,
    range: ['2026-03-08T03:00Z', '2026-03-08T07:00Z'],
    handoffs: ['2026-03-08T03:00Z', '2026-03-08T04:00Z', '2026-03-08T05:00Z', '2026-03-08T06:00Z'],
  },
  {
    rule: 'the hourly turn before a doubled hour ends lasts through the second pass',
    zone: 'Europe/Berlin',
    start: '2026-10-24T22:00Z',
    hours: 1,
    range: ['2026-10-24T22:00Z', '2026-10-25T04:00Z'],
    handoffs: [
      '2026-10-24T22:00Z',
      '2026-10-24T23:00Z',
      '2026-10-25T00:00Z',
      '2026-10-25T02:00Z',
      '2026-10-25T03:00Z',
    ],
  },
  {
    rule: 'turn 0 starts at the anchor in the second pass of a doubled hour, and turn 1 counts from there',
    zone: 'Antarctica/Troll',
    start: '2026-10-25T01:15Z',
    hours: 1,
    range: ['2026-10-25T00:00Z', '2026-10-25T04:00Z'],
    handoffs: ['2026-10-25T01:15Z', '2026-10-25T02:15Z', '2026-10-25T03:15Z'],
  },
  {
    rule: 'an anchor in the first pass has its first turn last through the second',
    zone: 'Australia/Lord_Howe',
    start: '2026-04-04T14:45Z',
    hours: 1,
    range: ['2026-04-04T14:00Z', '2026-04-04T18:00Z'],
    handoffs: ['2026-04-04T14:45Z', '2026-04-04T16:15Z', '2026-04-04T17:15Z'],
  },
  {
    rule: 'a handoff on a skipped day happens at the change',
    zone: 'Pacific/Apia',
    start: '2011-12-28T19:00Z',
    hours: 24,
    range: ['2011-12-28T19:00Z', '2012-01-02T00:00Z'],
    handoffs: [
      '2011-12-28T19:00Z',
      '2011-12-29T19:00Z',
      '2011-12-30T10:00Z',
      '2011-12-30T19:00Z',
      '2011-12-31T19:00Z',
      '2012-01-01T19:00Z',
    ],
  },
  {
    rule: 'a midnight that does not exist hands over at the change',
    zone: 'Africa/Cairo',
    start: '2026-04-22T22:00Z',
    hours: 24,
    range: ['2026-04-22T22:00Z', '2026-04-25T22:00Z'],
    handoffs: ['2026-04-22T22:00Z', '2026-04-23T22:00Z', '2026-04-24T21:00Z', '2026-04-25T21:00Z'],
  },
  {
    rule: 'a midnight after a doubled hour hands over once, after the second pass',
    zone: 'Asia/Beirut',
    start: '2026-10-23T21:00Z',
    hours: 24,
    range: ['2026-10-23T21:00Z', '2026-10-26T00:00Z'],
    handoffs: ['2026-10-23T21:00Z', '2026-10-24T22:00Z', '2026-10-25T22:00Z'],
  },
  {
    rule: 'negative daylight saving around Ramadan moves the handoff like any other change',
    zone: 'Africa/Casablanca',
    start: '2026-02-14T08:00Z',
    hours: 24,
    range: ['2026-02-14T08:00Z', '2026-02-17T00:00Z'],
    handoffs: ['2026-02-14T08:00Z', '2026-02-15T09:00Z', '2026-02-16T09:00Z'],
  },
  {
    rule: 'days are counted in the zone, not in hours, from an anchor years away',
    zone: 'Europe/Dublin',
    start: '2019-01-01T09:00Z',
    hours: 24,
    range: ['2026-10-24T00:00Z', '2026-10-27T00:00Z'],
    handoffs: ['2026-10-24T08:00Z', '2026-10-25T09:00Z', '2026-10-26T09:00Z'],
  },
];

describe('turns', () => {
  test.each(ROWS)('$rule ($zone)', ({ zone, start, hours, range, handoffs }) => {
    const shift = aShift({
      rotationType: 'CUSTOM',
      customValue: hours,
      customUnit: 'HOURS',
      startDate: start,
    });
    const within = between(...range);
    const starts = turnsWithin(shift, timeZone(zone), within).map((turn) => turn.start);
    expect(starts.filter((at) => at >= within.start).map(iso)).toEqual(handoffs);
  });

  test('the number of a turn says how many periods the wall clock has run, skipped ones counted', () => {
    const shift = aShift({
      startDate: '2026-03-08T03:00Z',
      rotationType: 'CUSTOM',
      customValue: 1,
      customUnit: 'HOURS',
    });
    const turns = turnsWithin(
      shift,
      timeZone('America/Havana'),
      between('2026-03-08T03:00Z', '2026-03-08T07:00Z'),
    );
    expect(turns.map((turn) => turn.index)).toEqual([0, 1, 3, 4]);
  });

  test('member k of n holds turn i when i mod n is k', () => {
    const shift = aShift({ members: ['ana', 'bo', 'cy'] });
    expect(
      [0, 1, 2, 3, 4, 5, 301].map((i) => holderOfTurn(shift, { index: i, start: shift.startDate })),
    ).toEqual(['ana', 'bo', 'cy', 'ana', 'bo', 'cy', 'bo']);
    expect(
      holderOfTurn(aShift({ members: [] }), { index: 0, start: instant('2026-01-05T09:00Z') }),
    ).toBeUndefined();
  });

  test('a shift is on from its start, inclusive, to its end, exclusive', () => {
    const shift = aShift({ startDate: '2026-01-05T09:00Z', endDate: '2026-01-06T12:00Z' });
    const at = (time: string) => turnAt(shift, timeZone('UTC'), instant(time));
    expect(at('2026-01-05T08:59:59.999Z')).toBeUndefined();
    expect(at('2026-01-05T09:00Z')?.index).toBe(0);
    expect(at('2026-01-06T11:59:59.999Z')).toEqual({
      index: 1,
      ...between('2026-01-06T09:00Z', '2026-01-06T12:00Z'),
    });
    expect(at('2026-01-06T12:00Z')).toBeUndefined();
  });

  test('a shift that ends before it starts has no turns', () => {
    const shift = aShift({ startDate: '2026-01-05T09:00Z', endDate: '2026-01-05T09:00Z' });
    expect(turnsWithin(shift, timeZone('UTC'), between('2026-01-01T00:00Z', '2026-02-01T00:00Z'))).toEqual(
      [],
    );
  });

  test.each([
    ['DAILY', null, null, 24],
    ['WEEKLY', null, null, 168],
    ['CUSTOM', 8, 'HOURS', 8],
    ['CUSTOM', 3, 'DAYS', 72],
    ['CUSTOM', 2, 'WEEKS', 336],
  ] as const)(
    '%s %s %s turns are %s hours of wall clock long',
    (rotationType, customValue, customUnit, hours) => {
      expect(turnLengthMs(aShift({ rotationType, customValue, customUnit }))).toBe(hours * 3_600_000);
    },
  );

  test('refuses a custom rotation that lacks its value or unit', () => {
    expect(() => turnLengthMs(aShift({ rotationType: 'CUSTOM', customValue: 3 }))).toThrow(RangeError);
    expect(() =>
      turnLengthMs(aShift({ rotationType: 'CUSTOM', customUnit: 'DAYS', customValue: 0 })),
    ).toThrow(RangeError);
  });
});
