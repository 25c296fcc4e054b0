import { describe, expect, test } from 'vitest';
import { handoffsBetween, nextHandoff, onCallUntil } from '../../../../src/core/schedule/handoffs.ts';
import {
  aSchedule,
  aShift,
  anOverride,
  between,
  instant,
  iso,
  timeOfDay,
} from '../../../support/schedule-builders.ts';

describe('handoffs', () => {
  test('are the instants at which the members on call change, the start of the range included, its end not', () => {
    const handoffs = handoffsBetween(aSchedule(), between('2026-01-05T09:00Z', '2026-01-07T09:00Z'));
    expect(handoffs.map((h) => [iso(h.at), h.before, h.after])).toEqual([
      ['2026-01-05T09:00Z', [], ['ana']],
      ['2026-01-06T09:00Z', ['ana'], ['bo']],
    ]);
  });

  test('a shift that changes hands between two people who stay on call is none', () => {
    const shifts = [aShift({ id: 'a' }), aShift({ id: 'b', order: 1, members: ['bo', 'ana'] })];
    const range = between('2026-01-05T10:00Z', '2026-01-08T00:00Z');
    expect(handoffsBetween(aSchedule({ shifts }), range)).toEqual([]);
  });

  test('nobody after somebody is one too, and back', () => {
    const shifts = [aShift({ members: ['ana'], restriction: timeOfDay('10:00', '12:00') })];
    const handoffs = handoffsBetween(
      aSchedule({ shifts }),
      between('2026-01-06T00:00Z', '2026-01-07T00:00Z'),
    );
    expect(handoffs.map((h) => [h.before, h.after])).toEqual([
      [[], ['ana']],
      [['ana'], []],
    ]);
  });

  test('the next one is the first after the instant, overrides counted', () => {
    const overrides = [anOverride({ start: '2026-01-05T20:00Z', end: '2026-01-05T22:00Z' })];
    const schedule = aSchedule({ overrides });
    expect(nextHandoff(schedule, instant('2026-01-05T12:00Z'))?.at).toBe(instant('2026-01-05T20:00Z'));
    expect(nextHandoff(schedule, instant('2026-01-05T20:00Z'))?.at).toBe(instant('2026-01-05T22:00Z'));
  });

  test('there is no next one where nothing ever changes', () => {
    const schedule = aSchedule({ shifts: [aShift({ members: ['ana'] })] });
    expect(nextHandoff(schedule, instant('2026-01-05T12:00Z'))).toBeNull();
  });
});

describe('how long somebody is on call', () => {
  const noon = instant('2026-01-05T12:00Z');

  test('is to the end of the turn, or of the restriction', () => {
    expect(onCallUntil(aSchedule(), 'ana', noon)).toBe(instant('2026-01-06T09:00Z'));
    const shifts = [aShift({ restriction: timeOfDay('09:00', '17:00') })];
    expect(onCallUntil(aSchedule({ shifts }), 'ana', noon)).toBe(instant('2026-01-05T17:00Z'));
  });

  test('runs on from one shift into another', () => {
    const shifts = [aShift({ id: 'a' }), aShift({ id: 'b', members: ['bo', 'ana'] })];
    expect(onCallUntil(aSchedule({ shifts }), 'ana', noon)).toBeNull();
  });

  test('runs over any number of look-ahead steps', () => {
    const shifts = [aShift({ members: ['ana'], endDate: '2026-11-30T10:00Z' })];
    expect(onCallUntil(aSchedule({ shifts }), 'ana', noon)).toBe(instant('2026-11-30T10:00Z'));
    const twoDays = [aShift({ members: ['ana'], endDate: '2026-01-07T12:00Z' })];
    expect(onCallUntil(aSchedule({ shifts: twoDays }), 'ana', noon)).toBe(instant('2026-01-07T12:00Z'));
  });

  test('is unknown for somebody who is not on call, and for somebody who always is', () => {
    expect(onCallUntil(aSchedule(), 'bo', noon)).toBeNull();
    expect(onCallUntil(aSchedule({ shifts: [aShift({ members: ['ana'] })] }), 'ana', noon)).toBeNull();
  });
});
