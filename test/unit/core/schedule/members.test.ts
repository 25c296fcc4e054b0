import { describe, expect, test } from 'vitest';
import { membersAt } from '../../../../src/core/schedule/members.ts';
import type { Schedule } from '../../../../src/core/schedule/types.ts';
import { aSchedule, aShift, anOverride, instant, timeOfDay } from '../../../support/schedule-builders.ts';

const NOON = instant('2026-01-05T12:00Z');
const nextOf = (fields: Partial<Schedule>): string[] => membersAt(aSchedule(fields), NOON).next;

describe('the members of a schedule', () => {
  test('current has the turn, next the one after, all are all, in order and without doubles', () => {
    const shifts = [
      aShift({ id: 'b', order: 2, members: ['cy', 'ana'] }),
      aShift({ id: 'a', order: 1, members: ['ana', 'bo', 'ana'] }),
    ];
    expect(membersAt(aSchedule({ shifts }), NOON)).toEqual({
      current: ['ana', 'cy'],
      next: ['bo', 'ana'],
      all: ['ana', 'bo', 'cy'],
    });
  });

  test('next is not who has the shift now, however many turns that one has in a row', () => {
    expect(nextOf({ shifts: [aShift({ members: ['ana', 'ana', 'ana', 'bo'] })] })).toEqual(['bo']);
    expect(nextOf({ shifts: [aShift({ members: ['ana'] })] })).toEqual([]);
  });

  test('next of a shift that has nobody now is whoever has it first', () => {
    expect(
      nextOf({ shifts: [aShift({ members: ['ana'], restriction: timeOfDay('18:00', '20:00') })] }),
    ).toEqual(['ana']);
    expect(nextOf({ shifts: [aShift({ members: ['ana'], startDate: '2026-03-01T00:00Z' })] })).toEqual([
      'ana',
    ]);
  });

  test('next looks 366 days ahead and no further', () => {
    const starting = (startDate: string) => ({ shifts: [aShift({ members: ['ana'], startDate })] });
    expect(nextOf(starting('2027-01-06T11:59:59.999Z'))).toEqual(['ana']);
    expect(nextOf(starting('2027-01-06T12:00Z'))).toEqual([]);
  });

  test('next skips turns that the restriction hides', () => {
    const shift = aShift({
      members: ['ana', 'bo', 'cy'],
      rotationType: 'CUSTOM',
      customValue: 8,
      customUnit: 'HOURS',
      restriction: timeOfDay('09:00', '17:00'),
    });
    // Turns of 8 hours hand over at 09:00, 17:00 and 01:00, so that the days are all ana’s.
    expect(nextOf({ shifts: [shift] })).toEqual([]);
  });

  test('next counts overrides of one member and for everybody', () => {
    const window = { start: '2026-01-05T20:00Z', end: '2026-01-05T22:00Z' };
    expect(nextOf({ overrides: [anOverride({ ...window, replacesMemberId: 'ana' })] })).toEqual(['zoe']);
    expect(nextOf({ overrides: [anOverride(window)] })).toEqual(['zoe']);
    expect(nextOf({ overrides: [anOverride({ ...window, replacesMemberId: 'bo' })] })).toEqual(['bo']);
  });

  test('while somebody stands in for everybody, next is who comes back', () => {
    const overrides = [anOverride({ start: '2026-01-05T10:00Z', end: '2026-01-05T22:00Z' })];
    expect(membersAt(aSchedule({ overrides }), NOON)).toEqual({
      current: ['zoe'],
      next: ['ana'],
      all: ['ana', 'bo'],
    });
  });

  test('somebody who stands in for everybody is not next where a later override keeps the shift', () => {
    const shifts = [
      aShift({ id: 'one', members: ['ana'] }),
      aShift({ id: 'two', order: 1, members: ['bo'] }),
    ];
    const day = { start: '2026-01-05T10:00Z', end: '2026-01-05T22:00Z' };
    const overrides = [
      anOverride({ start: '2026-01-05T18:00Z', end: '2026-01-05T20:00Z', createdAt: 1 }),
      anOverride({ ...day, id: 'late', memberId: 'yan', replacesMemberId: 'ana', createdAt: 2 }),
    ];
    expect(membersAt(aSchedule({ shifts, overrides }), NOON)).toMatchObject({
      current: ['yan', 'bo'],
      next: ['ana', 'zoe'],
    });
  });

  test('a paused schedule has members, but nobody on call now or next', () => {
    expect(membersAt(aSchedule({ status: 'PAUSED' }), NOON)).toEqual({
      current: [],
      next: [],
      all: ['ana', 'bo'],
    });
  });
});
