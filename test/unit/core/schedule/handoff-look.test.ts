import { describe, expect, test } from 'vitest';
import { handoffsKnownFrom, lookAtHandoffs } from '../../../../src/core/schedule/handoff-look.ts';
import { DAY_MS, plusMs } from '../../../../src/core/time/instant.ts';
import {
  aSchedule,
  aShift,
  anOverride,
  instant,
  iso,
  timeOfDay,
} from '../../../support/schedule-builders.ts';

// Ana and bo take turns of a day, from Monday the 5th, 09:00.
const schedule = aSchedule();
const DAY_AND_QUARTER = [1_440, 15];
const everybody = new Map(['ana', 'bo', 'zoe'].map((id) => [id, DAY_AND_QUARTER]));
const nobody = new Map<string, number[]>();

function lookAt(now: string, over: Partial<Parameters<typeof lookAtHandoffs>[0]> = {}) {
  return lookAtHandoffs({ schedule, now: instant(now), last: null, remindersOf: nobody, ...over });
}
const lastLook = (at: string, ...memberIds: string[]) => ({ at: instant(at), memberIds });

describe('a look at a handoff', () => {
  test('remembers silently who is on call when nobody has looked before', () => {
    expect(lookAt('2026-01-05T12:00Z')).toMatchObject({ memberIds: ['ana'], change: null });
  });

  test('finds no news in what was known', () => {
    const last = lastLook('2026-01-05T10:00Z', 'ana');
    expect(lookAt('2026-01-05T12:00Z', { last }).change).toBeNull();
  });

  test('names who came on until when, who went off, and the instant of it', () => {
    const last = lastLook('2026-01-06T08:00Z', 'ana');
    expect(lookAt('2026-01-06T09:00Z', { last }).change).toEqual({
      at: instant('2026-01-06T09:00Z'),
      before: ['ana'],
      after: ['bo'],
      on: [{ memberId: 'bo', until: instant('2026-01-07T09:00Z') }],
      off: ['ana'],
      isPaused: false,
    });
  });

  test('tells the net change alone after several handoffs, at the last of them', () => {
    const { change } = lookAt('2026-01-08T12:00Z', { last: lastLook('2026-01-05T12:00Z', 'ana') });
    expect(change).toMatchObject({ at: instant('2026-01-08T09:00Z'), before: ['ana'], after: ['bo'] });
    expect(lookAt('2026-01-07T12:00Z', { last: lastLook('2026-01-05T12:00Z', 'ana') }).change).toBeNull();
  });

  test('is told as of now where an edit moved what is', () => {
    const { change } = lookAt('2026-01-05T12:00Z', { last: lastLook('2026-01-05T11:00Z', 'cy') });
    expect(change).toMatchObject({ at: instant('2026-01-05T12:00Z'), before: ['cy'], after: ['ana'] });
  });

  test('knows that nobody follows, and that the schedule is paused', () => {
    const last = lastLook('2026-01-05T11:00Z', 'ana');
    const paused = aSchedule({ status: 'PAUSED' });
    expect(lookAt('2026-01-05T12:00Z', { schedule: paused, last }).change).toMatchObject({
      after: [],
      on: [],
      off: ['ana'],
      isPaused: true,
    });
  });

  test('looks back a month at most, however long nobody looked, and never ahead', () => {
    const now = instant('2026-03-30T09:00Z');
    expect(handoffsKnownFrom(null, now)).toBe(now - 1);
    expect(handoffsKnownFrom(plusMs(now, -60), now)).toBe(now - 61);
    expect(handoffsKnownFrom(plusMs(now, -400 * DAY_MS), now)).toBe(now - 31 * DAY_MS - 1);
    expect(handoffsKnownFrom(plusMs(now, 60), now)).toBe(now - 1);
  });
});

describe('a reminder', () => {
  const remindersOf = everybody;
  // Two days each, so that nobody's next stretch is within the day's reminder of the last.
  const shifts = [aShift({ rotationType: 'CUSTOM', customValue: 2, customUnit: 'DAYS' })];
  const slow = aSchedule({ shifts });
  const reminders = (now: string, over = {}) =>
    lookAt(now, { schedule: slow, remindersOf, ...over }).reminders.map((r) => [
      r.memberId,
      iso(r.start),
      r.minutes,
    ]);

  test('is due from its instant on, and the nearest one alone', () => {
    expect(reminders('2026-01-06T08:59Z')).toEqual([]);
    expect(reminders('2026-01-06T09:00Z')).toEqual([['bo', '2026-01-07T09:00Z', 1_440]]);
    expect(reminders('2026-01-07T08:44Z')).toEqual([['bo', '2026-01-07T09:00Z', 1_440]]);
    expect(reminders('2026-01-07T08:45Z')).toEqual([['bo', '2026-01-07T09:00Z', 15]]);
    expect(reminders('2026-01-07T09:00Z')).toEqual([]);
  });

  test('says until when, and from whom it is taken over', () => {
    expect(lookAt('2026-01-07T08:50Z', { schedule: slow, remindersOf }).reminders).toMatchObject([
      { until: instant('2026-01-09T09:00Z'), from: ['ana'] },
    ]);
  });

  test('is each member’s own', () => {
    const own = new Map([['bo', [60]]]);
    expect(reminders('2026-01-07T07:59Z', { remindersOf: own })).toEqual([]);
    expect(reminders('2026-01-07T08:00Z', { remindersOf: own })).toEqual([['bo', '2026-01-07T09:00Z', 60]]);
    expect(reminders('2026-01-07T08:50Z', { remindersOf: new Map([['bo', []]]) })).toEqual([]);
  });

  test('does not come to who is on call right before, in another shift too', () => {
    const both = [aShift({ id: 'a', members: ['ana'] }), aShift({ id: 'b', order: 1 })];
    const now = '2026-01-06T08:50Z';
    expect(reminders(now, { schedule: aSchedule({ shifts: both }) })).toEqual([
      ['bo', '2026-01-06T09:00Z', 15],
    ]);
    expect(reminders('2026-01-07T08:50Z', { schedule: aSchedule({ shifts: both }) })).toEqual([]);
  });

  test('comes for an override, and no more for the turn that it covers', () => {
    const overrides = [anOverride({ start: '2026-01-07T09:00Z', end: '2026-01-09T09:00Z' })];
    expect(reminders('2026-01-07T08:50Z', { schedule: { ...slow, overrides } })).toEqual([
      ['zoe', '2026-01-07T09:00Z', 15],
    ]);
  });

  test('never comes for a paused schedule', () => {
    expect(reminders('2026-01-07T08:50Z', { schedule: { ...slow, status: 'PAUSED' } })).toEqual([]);
  });
});

describe('the next look', () => {
  const nextAt = (now: string, over = {}) => iso(lookAt(now, over).nextAt);

  test('is at the next handoff', () => {
    expect(nextAt('2026-01-05T12:00Z')).toBe('2026-01-06T09:00Z');
  });

  test('is at the next reminder where that comes first, though its stretch is a week away', () => {
    const shifts = [aShift({ rotationType: 'WEEKLY' })];
    const remindersOf = new Map([['bo', [10_080, 15]]]);
    const weekly = { schedule: aSchedule({ shifts }), remindersOf };
    expect(nextAt('2026-01-05T08:00Z', weekly)).toBe('2026-01-05T09:00Z');
    expect(nextAt('2026-01-12T08:40Z', weekly)).toBe('2026-01-12T08:45Z');
    expect(nextAt('2026-01-12T08:45Z', weekly)).toBe('2026-01-12T09:00Z');
  });

  test('is within a day where nothing is planned', () => {
    const shifts = [aShift({ members: ['ana'] })];
    expect(nextAt('2026-01-05T12:00Z', { schedule: aSchedule({ shifts }) })).toBe('2026-01-06T12:00Z');
  });

  test('misses no handoff of a restricted shift', () => {
    const shifts = [aShift({ members: ['ana'], restriction: timeOfDay('10:00', '12:00') })];
    const gated = aSchedule({ shifts });
    expect(nextAt('2026-01-06T10:00Z', { schedule: gated })).toBe('2026-01-06T12:00Z');
    expect(nextAt('2026-01-06T12:00Z', { schedule: gated })).toBe('2026-01-07T10:00Z');
  });
});
