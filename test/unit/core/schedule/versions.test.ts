import { describe, expect, test } from 'vitest';
import { explainAt } from '../../../../src/core/schedule/explain.ts';
import { gapsBetween } from '../../../../src/core/schedule/gaps.ts';
import { handoffsBetween } from '../../../../src/core/schedule/handoffs.ts';
import { membersAt } from '../../../../src/core/schedule/members.ts';
import { onCallAt } from '../../../../src/core/schedule/on-call-at.ts';
import { shiftsBetween } from '../../../../src/core/schedule/resolve.ts';
import type { Configuration, Schedule } from '../../../../src/core/schedule/types.ts';
import {
  BEGINNING,
  END_OF_TIME,
  everyShift,
  versionAt,
  versionsWithin,
} from '../../../../src/core/schedule/versions.ts';
import { plusMs } from '../../../../src/core/time/instant.ts';
import { aSchedule, aShift, anOverride, between, instant, iso } from '../../../support/schedule-builders.ts';

const of = (...members: string[]): Configuration => ({
  status: 'ACTIVE',
  timeZone: 'UTC',
  shifts: [aShift({ members, rotationType: 'WEEKLY' })],
});
const FIRST = instant('2026-01-14T12:00Z');
const SECOND = instant('2026-01-20T12:00Z');

/** Ana until Wednesday noon, bo until the next Tuesday noon (the present), nobody from then on: paused. */
const schedule: Schedule = aSchedule({
  ...of('bo'),
  others: [
    { ...of('ana'), start: BEGINNING, end: FIRST },
    { ...of('bo'), status: 'PAUSED', start: SECOND, end: END_OF_TIME },
  ],
});
const window = between('2026-01-05T09:00Z', '2026-02-01T00:00Z');

describe('a schedule with a past and plans', () => {
  test('answers each instant by what holds then', () => {
    expect(onCallAt(schedule, plusMs(FIRST, -1))).toEqual(['ana']);
    expect(onCallAt(schedule, FIRST)).toEqual(['bo']);
    expect(onCallAt(schedule, plusMs(SECOND, -1))).toEqual(['bo']);
    expect(onCallAt(schedule, SECOND)).toEqual([]);
  });

  test('tiles a window with its versions', () => {
    const versions = versionsWithin(schedule, window);
    expect(versions.map(({ start, end }) => [iso(start), iso(end)])).toEqual([
      ['2026-01-05T09:00Z', '2026-01-14T12:00Z'],
      ['2026-01-14T12:00Z', '2026-01-20T12:00Z'],
      ['2026-01-20T12:00Z', '2026-02-01T00:00Z'],
    ]);
    expect(versionAt(schedule, FIRST)).toMatchObject({ start: FIRST, end: SECOND });
  });

  test('keeps one stretch over an edit that changes nothing about it', () => {
    const same = aSchedule({ ...of('ana'), others: [{ ...of('ana'), start: BEGINNING, end: FIRST }] });
    expect(shiftsBetween(same, window)).toEqual(shiftsBetween(aSchedule(of('ana')), window));
  });

  test('has a handoff where an edit changes who is on call', () => {
    expect(handoffsBetween(schedule, window)).toEqual([
      { at: window.start, before: [], after: ['ana'] },
      { at: FIRST, before: ['ana'], after: ['bo'] },
      { at: SECOND, before: ['bo'], after: [] },
    ]);
  });

  test('has a gap while it is to be paused', () => {
    expect(gapsBetween(schedule, window)).toEqual([{ start: SECOND, end: window.end }]);
  });

  test('names as members those of the instant asked about', () => {
    expect(membersAt(schedule, plusMs(FIRST, -1))).toEqual({ current: ['ana'], next: ['bo'], all: ['ana'] });
    expect(membersAt(schedule, FIRST)).toEqual({ current: ['bo'], next: [], all: ['bo'] });
  });

  test('says until when somebody has a turn that an edit takes from them, and since when it is theirs', () => {
    const [past] = explainAt(schedule, plusMs(FIRST, -1));
    expect(past).toMatchObject({ memberId: 'ana', turn: 1, handoffAfter: FIRST });
    const [present] = explainAt(schedule, FIRST);
    expect(present).toMatchObject({ memberId: 'bo', turn: 1, handoffBefore: FIRST });
    expect(explainAt(schedule, SECOND)[0]?.sentence).toBe('Nobody is on call: the schedule is paused.');
  });

  test('says when a turn really began and ends where an edit leaves it alone', () => {
    const [shift] = of('ana', 'bo').shifts;
    if (shift === undefined) throw new Error('one shift');
    const grown = { ...shift, members: [...shift.members, { memberId: 'cy' }] };
    const edited = aSchedule({
      timeZone: 'UTC',
      shifts: [grown],
      others: [{ ...of('ana', 'bo'), start: BEGINNING, end: FIRST }],
    });
    const turn = { handoffBefore: instant('2026-01-12T09:00Z'), handoffAfter: instant('2026-01-19T09:00Z') };
    expect(explainAt(edited, FIRST)[0]).toMatchObject({ memberId: 'bo', ...turn });
    expect(explainAt(edited, plusMs(FIRST, -1))[0]).toMatchObject({ memberId: 'bo', ...turn });
  });

  test('lets an override stand over an edit as one stretch', () => {
    const override = anOverride({ start: '2026-01-13T00:00Z', end: '2026-01-16T00:00Z' });
    const stretches = shiftsBetween({ ...schedule, overrides: [override] }, window);
    expect(stretches.filter((stretch) => stretch.overrideId !== null)).toHaveLength(1);
  });

  test('knows every shift that there ever was, once', () => {
    const other = { ...of('zoe'), shifts: [aShift({ id: 'old', name: 'Old' })] };
    const both = { ...schedule, others: [{ ...other, start: BEGINNING, end: FIRST }] };
    expect(everyShift(both).map((shift) => shift.id)).toEqual(['primary', 'old']);
  });
});
