import { expect, test } from 'vitest';
import { differencesBetween } from '../../../../src/core/schedule/diff.ts';
import { HOUR_MS } from '../../../../src/core/time/instant.ts';
import { aSchedule, aShift, between, instant, timeOfDay } from '../../../support/schedule-builders.ts';

const week = between('2026-01-05T09:00Z', '2026-01-12T09:00Z');
const ofMembers = (...members: string[]) => aSchedule({ shifts: [aShift({ members })] });

test('names nothing where nothing changes', () => {
  expect(differencesBetween(ofMembers('ana', 'bo'), ofMembers('ana', 'bo'), week)).toEqual({
    changes: [],
    members: [],
    newGaps: [],
    closedGaps: [],
  });
});

test('says who has what instead of whom, and what each gains and loses', () => {
  const { changes, members } = differencesBetween(ofMembers('ana', 'bo'), ofMembers('ana', 'cy'), week);
  expect(changes).toHaveLength(3);
  expect(changes[0]).toEqual({
    start: instant('2026-01-06T09:00Z'),
    end: instant('2026-01-07T09:00Z'),
    shiftId: 'primary',
    before: 'bo',
    after: 'cy',
  });
  expect(members).toEqual([
    { memberId: 'bo', gainedMs: 0, lostMs: 72 * HOUR_MS },
    { memberId: 'cy', gainedMs: 72 * HOUR_MS, lostMs: 0 },
  ]);
});

test('names gaps that open and close', () => {
  const days = aSchedule({ shifts: [aShift({ restriction: timeOfDay('09:00', '21:00') })] });
  const nights = { start: instant('2026-01-05T21:00Z'), end: instant('2026-01-06T09:00Z') };
  expect(differencesBetween(ofMembers('ana', 'bo'), days, week).newGaps[0]).toEqual(nights);
  const closed = differencesBetween(days, ofMembers('ana', 'bo'), week);
  expect(closed.closedGaps).toHaveLength(7);
  expect(closed.newGaps).toEqual([]);
  expect(closed.changes[0]).toMatchObject({ ...nights, before: null, after: 'ana' });
});

test('names every change of a quarter of a year of hourly rotations', () => {
  const hourly = (members: string[]) =>
    aSchedule({
      shifts: Array.from({ length: 20 }, (_, i) =>
        aShift({
          id: `shift${i}`,
          order: i,
          members,
          rotationType: 'CUSTOM',
          customValue: 1,
          customUnit: 'HOURS',
        }),
      ),
    });
  const quarter = between('2026-01-05T09:00Z', '2026-04-05T09:00Z');
  const { changes } = differencesBetween(hourly(['ana', 'bo']), hourly(['bo', 'ana']), quarter);
  expect(changes).toHaveLength(20 * 90 * 24);
});
