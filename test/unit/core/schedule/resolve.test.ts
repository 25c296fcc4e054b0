import { describe, expect, test } from 'vitest';
import { gapsBetween } from '../../../../src/core/schedule/gaps.ts';
import { onCallAt } from '../../../../src/core/schedule/on-call-at.ts';
import { shiftsBetween } from '../../../../src/core/schedule/resolve.ts';
import type { Schedule } from '../../../../src/core/schedule/types.ts';
import {
  aSchedule,
  aShift,
  anOverride,
  between,
  instant,
  iso,
  timeOfDay,
} from '../../../support/schedule-builders.ts';

/** `start/end member shift override`, the timeline in a readable form. */
function timeline(schedule: Schedule, start: string, end: string): string[] {
  return shiftsBetween(schedule, between(start, end)).map(
    (s) => `${iso(s.start)}/${iso(s.end)} ${s.memberId} ${s.shiftId ?? '-'} ${s.overrideId ?? '-'}`,
  );
}

describe('the timeline of a schedule', () => {
  test('hands over turn by turn and is cut to the range', () => {
    expect(timeline(aSchedule(), '2026-01-05T12:00Z', '2026-01-07T10:00Z')).toEqual([
      '2026-01-05T12:00Z/2026-01-06T09:00Z ana primary -',
      '2026-01-06T09:00Z/2026-01-07T09:00Z bo primary -',
      '2026-01-07T09:00Z/2026-01-07T10:00Z ana primary -',
    ]);
  });

  test('gives a restricted stretch to whoever has the turn at each instant', () => {
    const schedule = aSchedule({ shifts: [aShift({ restriction: timeOfDay('06:00', '12:00') })] });
    expect(timeline(schedule, '2026-01-06T00:00Z', '2026-01-07T00:00Z')).toEqual([
      '2026-01-06T06:00Z/2026-01-06T09:00Z ana primary -',
      '2026-01-06T09:00Z/2026-01-06T12:00Z bo primary -',
    ]);
  });

  test('merges the turns of one holder that touch', () => {
    const schedule = aSchedule({ shifts: [aShift({ members: ['ana', 'ana', 'bo'] })] });
    expect(timeline(schedule, '2026-01-05T09:00Z', '2026-01-08T09:00Z')).toEqual([
      '2026-01-05T09:00Z/2026-01-07T09:00Z ana primary -',
      '2026-01-07T09:00Z/2026-01-08T09:00Z bo primary -',
    ]);
  });

  test('is in order of start, then of shift', () => {
    const shifts = [
      aShift({ id: 'second', order: 2, members: ['cy'] }),
      aShift({ id: 'first', order: 1, members: ['ana'] }),
    ];
    const schedule = aSchedule({ shifts });
    expect(timeline(schedule, '2026-01-06T00:00Z', '2026-01-07T00:00Z')).toEqual([
      '2026-01-06T00:00Z/2026-01-07T00:00Z ana first -',
      '2026-01-06T00:00Z/2026-01-07T00:00Z cy second -',
    ]);
    expect(onCallAt(schedule, instant('2026-01-06T00:00Z'))).toEqual(['ana', 'cy']);
  });

  test('names somebody once who has two shifts', () => {
    const shifts = [aShift({ id: 'a', members: ['ana'] }), aShift({ id: 'b', order: 1, members: ['ana'] })];
    expect(onCallAt(aSchedule({ shifts }), instant('2026-01-06T00:00Z'))).toEqual(['ana']);
  });

  test('has nobody while the schedule is paused, overrides or not', () => {
    const overrides = [anOverride({ start: '2026-01-06T00:00Z', end: '2026-01-07T00:00Z' })];
    const schedule = aSchedule({ status: 'PAUSED', overrides });
    const range = between('2026-01-06T00:00Z', '2026-01-07T00:00Z');
    expect(shiftsBetween(schedule, range)).toEqual([]);
    expect(gapsBetween(schedule, range)).toEqual([range]);
  });

  test('refuses a zone that does not exist', () => {
    expect(() =>
      timeline(aSchedule({ timeZone: 'Mars/Olympus' }), '2026-01-06T00:00Z', '2026-01-07T00:00Z'),
    ).toThrow(RangeError);
  });

  test('an empty range holds nothing', () => {
    expect(timeline(aSchedule(), '2026-01-06T00:00Z', '2026-01-06T00:00Z')).toEqual([]);
    expect(gapsBetween(aSchedule(), between('2026-01-06T00:00Z', '2026-01-06T00:00Z'))).toEqual([]);
  });
});

describe('gaps', () => {
  test('are where no shift has anybody', () => {
    const shifts = [
      aShift({ id: 'day', restriction: timeOfDay('09:00', '17:00') }),
      aShift({ id: 'evening', restriction: timeOfDay('16:00', '22:00') }),
    ];
    const gaps = gapsBetween(aSchedule({ shifts }), between('2026-01-06T00:00Z', '2026-01-07T00:00Z'));
    expect(gaps).toEqual([
      between('2026-01-06T00:00Z', '2026-01-06T09:00Z'),
      between('2026-01-06T22:00Z', '2026-01-07T00:00Z'),
    ]);
  });

  test('are filled by an override that stands in for everybody', () => {
    const shifts = [aShift({ restriction: timeOfDay('09:00', '17:00') })];
    const overrides = [anOverride({ start: '2026-01-06T17:00Z', end: '2026-01-06T23:00Z' })];
    const gaps = gapsBetween(
      aSchedule({ shifts, overrides }),
      between('2026-01-06T09:00Z', '2026-01-07T09:00Z'),
    );
    expect(gaps).toEqual([between('2026-01-06T23:00Z', '2026-01-07T09:00Z')]);
  });
});
