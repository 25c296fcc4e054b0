import { describe, expect, test } from 'vitest';
import { onCallAt } from '../../../../src/core/schedule/on-call-at.ts';
import { shiftsBetween } from '../../../../src/core/schedule/resolve.ts';
import type { Override } from '../../../../src/core/schedule/types.ts';
import {
  aSchedule,
  aShift,
  anOverride,
  between,
  instant,
  iso,
  timeOfDay,
} from '../../../support/schedule-builders.ts';

const DAY = { start: '2026-01-06T00:00Z', end: '2026-01-07T00:00Z' };
const NOON = instant('2026-01-06T12:00Z');

// Ana has the first shift all day and bo the second.
const shifts = [aShift({ id: 'one', members: ['ana'] }), aShift({ id: 'two', order: 1, members: ['bo'] })];

/** An override of the whole day, `created` deciding which of several is later. */
function cover(memberId: string, replacesMemberId: string | null, created: number): Override {
  return anOverride({ ...DAY, id: `o${created}`, memberId, replacesMemberId, createdAt: created });
}

function onCall(...overrides: Override[]): string[] {
  return onCallAt(aSchedule({ shifts, overrides }), NOON);
}

describe('an override that names whom it replaces', () => {
  test('puts its member in that one’s place and leaves the others', () => {
    expect(onCall(cover('zoe', 'ana', 1))).toEqual(['zoe', 'bo']);
  });

  test('does nothing while that one is not on call', () => {
    expect(onCall(cover('zoe', 'cy', 1))).toEqual(['ana', 'bo']);
    const restricted = aSchedule({
      shifts: [aShift({ members: ['ana'], restriction: timeOfDay('08:00', '10:00') })],
      overrides: [cover('zoe', 'ana', 1)],
    });
    expect(onCallAt(restricted, NOON)).toEqual([]);
    expect(onCallAt(restricted, instant('2026-01-06T09:00Z'))).toEqual(['zoe']);
  });

  test('replaces somebody in each shift that one has', () => {
    const both = [aShift({ id: 'one', members: ['ana'] }), aShift({ id: 'two', order: 1, members: ['ana'] })];
    const stretches = shiftsBetween(
      aSchedule({ shifts: both, overrides: [cover('zoe', 'ana', 1)] }),
      between(DAY.start, DAY.end),
    );
    expect(stretches.map((s) => [s.shiftId, s.memberId])).toEqual([
      ['one', 'zoe'],
      ['two', 'zoe'],
    ]);
  });

  test('holds from its start, inclusive, to its end, exclusive', () => {
    const overrides = [
      anOverride({ start: '2026-01-06T10:00Z', end: '2026-01-06T11:00Z', replacesMemberId: 'ana' }),
    ];
    const schedule = aSchedule({ shifts: [aShift({ members: ['ana'] })], overrides });
    const stretches = shiftsBetween(schedule, between(DAY.start, DAY.end));
    expect(stretches.map((s) => [iso(s.start), iso(s.end), s.memberId, s.overrideId])).toEqual([
      ['2026-01-06T00:00Z', '2026-01-06T10:00Z', 'ana', null],
      ['2026-01-06T10:00Z', '2026-01-06T11:00Z', 'zoe', 'override'],
      ['2026-01-06T11:00Z', '2026-01-07T00:00Z', 'ana', null],
    ]);
  });
});

describe('an override for everybody', () => {
  test('leaves its member alone on call, outside all shifts', () => {
    const stretches = shiftsBetween(
      aSchedule({ shifts, overrides: [cover('zoe', null, 1)] }),
      between(DAY.start, DAY.end),
    );
    expect(stretches).toEqual([
      { ...between(DAY.start, DAY.end), memberId: 'zoe', shiftId: null, overrideId: 'o1' },
    ]);
  });

  test('covers restrictions, and times before, after and without any shift', () => {
    const overrides = [cover('zoe', null, 1)];
    for (const some of [
      [aShift({ restriction: timeOfDay('08:00', '10:00') })],
      [aShift({ startDate: '2027-01-01T00:00Z' })],
      [aShift({ endDate: '2026-01-05T10:00Z' })],
      [],
    ]) {
      expect(onCallAt(aSchedule({ shifts: some, overrides }), NOON)).toEqual(['zoe']);
    }
  });
});

describe('of overrides that overlap, the one created last wins', () => {
  test('between two for everybody', () => {
    expect(onCall(cover('yan', null, 2), cover('zoe', null, 1))).toEqual(['yan']);
  });

  test('between two for the same member', () => {
    expect(onCall(cover('zoe', 'ana', 1), cover('yan', 'ana', 2))).toEqual(['yan', 'bo']);
  });

  test('two for different members do not contend', () => {
    expect(onCall(cover('zoe', 'ana', 1), cover('yan', 'bo', 2))).toEqual(['zoe', 'yan']);
  });

  test('one for everybody takes over from an earlier one for a member', () => {
    expect(onCall(cover('yan', 'ana', 1), cover('zoe', null, 2))).toEqual(['zoe']);
  });

  test('one for a member takes that one’s part out of an earlier one for everybody', () => {
    expect(onCall(cover('zoe', null, 1), cover('yan', 'ana', 2))).toEqual(['yan', 'zoe']);
    const alone = aSchedule({
      shifts: [aShift({ members: ['ana'] })],
      overrides: [cover('zoe', null, 1), cover('yan', 'ana', 2)],
    });
    expect(onCallAt(alone, NOON)).toEqual(['yan']);
  });

  test('whoever stands in can be replaced by a later override, for one member or for everybody', () => {
    expect(onCall(cover('zoe', 'ana', 1), cover('yan', 'zoe', 2))).toEqual(['yan', 'bo']);
    expect(onCall(cover('zoe', null, 1), cover('yan', 'zoe', 2))).toEqual(['yan']);
  });

  test('an earlier override does not replace whom a later one put there', () => {
    expect(onCall(cover('yan', 'zoe', 1), cover('zoe', 'ana', 2))).toEqual(['zoe', 'bo']);
  });

  test('two who both have a turn and stand in for each other swap', () => {
    expect(onCall(cover('bo', 'ana', 1), cover('ana', 'bo', 2))).toEqual(['bo', 'ana']);
    expect(onCall(cover('ana', 'bo', 1), cover('bo', 'ana', 2))).toEqual(['bo', 'ana']);
  });

  test('a later override can give the duty back to whose turn it is', () => {
    expect(onCall(cover('zoe', 'ana', 1), cover('ana', 'zoe', 2))).toEqual(['ana', 'bo']);
  });

  test('two that follow each other stay two stretches, whoever stands in', () => {
    const overrides = [
      anOverride({ id: 'a', start: '2026-01-06T06:00Z', end: '2026-01-06T08:00Z' }),
      anOverride({ id: 'b', start: '2026-01-06T08:00Z', end: '2026-01-06T09:00Z' }),
    ];
    const range = between('2026-01-06T06:00Z', '2026-01-06T09:00Z');
    const stretches = shiftsBetween(aSchedule({ shifts, overrides }), range);
    expect(stretches.map((s) => [s.memberId, s.overrideId])).toEqual([
      ['zoe', 'a'],
      ['zoe', 'b'],
    ]);
  });

  test('created at the same instant, the greater id', () => {
    const [a, b] = [
      { ...cover('yan', null, 1), id: 'a' },
      { ...cover('zoe', null, 1), id: 'b' },
    ];
    expect([onCall(a, b), onCall(b, a)]).toEqual([['zoe'], ['zoe']]);
  });

  test('only where they overlap', () => {
    const overrides = [
      anOverride({
        id: 'long',
        memberId: 'zoe',
        start: '2026-01-06T00:00Z',
        end: '2026-01-06T12:00Z',
        createdAt: 1,
      }),
      anOverride({
        id: 'late',
        memberId: 'yan',
        start: '2026-01-06T06:00Z',
        end: '2026-01-06T08:00Z',
        createdAt: 2,
      }),
    ];
    const stretches = shiftsBetween(
      aSchedule({ shifts, overrides }),
      between('2026-01-06T00:00Z', '2026-01-06T12:00Z'),
    );
    expect(stretches.map((s) => [iso(s.start), iso(s.end), s.memberId])).toEqual([
      ['2026-01-06T00:00Z', '2026-01-06T06:00Z', 'zoe'],
      ['2026-01-06T06:00Z', '2026-01-06T08:00Z', 'yan'],
      ['2026-01-06T08:00Z', '2026-01-06T12:00Z', 'zoe'],
    ]);
  });
});
