import { describe, expect, test } from 'vitest';
import { explainAt } from '../../../../src/core/schedule/explain.ts';
import type { Schedule } from '../../../../src/core/schedule/types.ts';
import { aSchedule, aShift, anOverride, instant, timeOfDay } from '../../../support/schedule-builders.ts';

const NOON = instant('2026-01-06T12:00Z');
const sentences = (fields: Partial<Schedule>): string[] =>
  explainAt(aSchedule(fields), NOON).map((e) => e.sentence);

describe('an explanation', () => {
  test('names the shift, the turn, both handoffs, the restriction and the override', () => {
    const shifts = [aShift({ restriction: timeOfDay('08:00', '17:00') })];
    const overrides = [
      anOverride({ start: '2026-01-06T11:00Z', end: '2026-01-06T13:00Z', replacesMemberId: 'bo' }),
    ];
    expect(explainAt(aSchedule({ shifts, overrides }), NOON)).toEqual([
      {
        shiftId: 'primary',
        shiftName: 'Primary',
        memberId: 'zoe',
        turn: 1,
        turnMemberId: 'bo',
        handoffBefore: instant('2026-01-06T09:00Z'),
        handoffAfter: instant('2026-01-07T09:00Z'),
        restriction: {
          type: 'TIMEOFDAY',
          isOpen: true,
          opensAt: null,
          closesAt: instant('2026-01-06T17:00Z'),
        },
        overrideId: 'override',
        sentence:
          'zoe stands in for bo on “Primary” by override override, in turn 1 (Tue 2026-01-06 09:00 UTC to Wed 2026-01-07 09:00 UTC).',
      },
    ]);
  });

  test('says whose turn it is, under the name that is known', () => {
    const [first] = explainAt(aSchedule(), NOON, (id) => id.toUpperCase());
    expect(first?.sentence).toBe(
      'BO has “Primary” in turn 1 (Tue 2026-01-06 09:00 UTC to Wed 2026-01-07 09:00 UTC).',
    );
  });

  test('says that somebody stands in for everybody, with or without shifts', () => {
    const overrides = [anOverride({ id: 'o1', start: '2026-01-06T11:00Z', end: '2026-01-06T13:00Z' })];
    expect(sentences({ overrides })).toEqual(['zoe stands in for everybody by override o1.']);
    expect(sentences({ overrides, shifts: [] })).toEqual(['zoe stands in for everybody by override o1.']);
  });

  test('gives one answer a shift, in shift order', () => {
    const shifts = [aShift({ id: 'b', order: 1 }), aShift({ id: 'a', order: 0 })];
    expect(explainAt(aSchedule({ shifts }), NOON).map((e) => e.shiftId)).toEqual(['a', 'b']);
  });
});

describe('when nobody is on call, the explanation says why', () => {
  test('a closed restriction: until when, and whose turn it is', () => {
    const shifts = [aShift({ restriction: timeOfDay('18:00', '20:00') })];
    const [first] = explainAt(aSchedule({ shifts }), NOON);
    expect(first).toMatchObject({
      memberId: null,
      turnMemberId: 'bo',
      restriction: { isOpen: false, opensAt: instant('2026-01-06T18:00Z'), closesAt: null },
      sentence:
        'Nobody has “Primary”: its restriction closes it until Tue 2026-01-06 18:00 UTC; turn 1 (Tue 2026-01-06 09:00 UTC to Wed 2026-01-07 09:00 UTC) is bo’s.',
    });
  });

  test('a shift that has not begun', () => {
    const [first] = explainAt(aSchedule({ shifts: [aShift({ startDate: '2026-02-01T00:00Z' })] }), NOON);
    expect(first).toMatchObject({
      turn: null,
      handoffBefore: null,
      handoffAfter: instant('2026-02-01T00:00Z'),
      sentence: 'Nobody has “Primary”: it starts on Sun 2026-02-01 00:00 UTC.',
    });
  });

  test('a shift that is over', () => {
    const [first] = explainAt(aSchedule({ shifts: [aShift({ endDate: '2026-01-06T00:00Z' })] }), NOON);
    expect(first).toMatchObject({
      turn: null,
      handoffBefore: instant('2026-01-06T00:00Z'),
      handoffAfter: null,
      sentence: 'Nobody has “Primary”: it ended on Tue 2026-01-06 00:00 UTC.',
    });
  });

  test('a paused schedule, one without shifts, a shift without members', () => {
    expect(sentences({ status: 'PAUSED' })).toEqual(['Nobody is on call: the schedule is paused.']);
    expect(sentences({ status: 'PAUSED', shifts: [] })).toEqual([
      'Nobody is on call: the schedule is paused.',
    ]);
    expect(sentences({ shifts: [] })).toEqual(['Nobody is on call: the schedule has no shifts.']);
    expect(sentences({ shifts: [aShift({ members: [] })] })).toEqual([
      'Nobody has “Primary”: it has no members.',
    ]);
  });
});
