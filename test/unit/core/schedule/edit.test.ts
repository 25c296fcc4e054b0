import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { continueTurns, type Handover } from '../../../../src/core/schedule/edit.ts';
import { onCallAt } from '../../../../src/core/schedule/on-call-at.ts';
import { shiftsBetween } from '../../../../src/core/schedule/resolve.ts';
import type { Schedule, Shift } from '../../../../src/core/schedule/types.ts';
import { BEGINNING } from '../../../../src/core/schedule/versions.ts';
import { DAY_MS, HOUR_MS, plusMs, type EpochMs } from '../../../../src/core/time/instant.ts';
import { aSchedule, aShift, between, instant } from '../../../support/schedule-builders.ts';

// Daily turns from Monday 2026-01-05 09:00 UTC: ana, bo, cy, ana, …
const before = aShift({ members: ['ana', 'bo', 'cy'] });
/** Within turn 4, which is bo's. */
const AT = instant('2026-01-09T12:00Z');

/** The schedule of `shift` after an edit at `at` that makes it `edited`, as the services store it. */
function editedAt(shift: Shift, edited: Shift, at: EpochMs, handover: Handover = 'TURN_END'): Schedule {
  const zone = 'UTC';
  const turns = continueTurns({ shift, timeZone: zone }, { shift: edited, timeZone: zone }, at, handover);
  const past = { status: 'ACTIVE' as const, timeZone: zone, shifts: [shift], start: BEGINNING, end: at };
  return aSchedule({ shifts: [{ ...edited, ...turns }], others: [past] });
}

/** Who has the turns from the edit on, at noon of each day. */
function holders(members: string[], handover?: Handover, shift: Shift = before): string[] {
  const schedule = editedAt(
    shift,
    { ...shift, members: members.map((id) => ({ memberId: id })) },
    AT,
    handover,
  );
  return [0, 1, 2, 3, 4, 5].map((day) => onCallAt(schedule, plusMs(AT, day * DAY_MS)).join());
}

describe('an edit of who is in a rotation', () => {
  test.each([
    ['adds somebody at the end', ['ana', 'bo', 'cy', 'di'], ['bo', 'cy', 'di', 'ana', 'bo', 'cy']],
    ['adds somebody at the front', ['di', 'ana', 'bo', 'cy'], ['bo', 'cy', 'di', 'ana', 'bo', 'cy']],
    ['takes out who is next', ['ana', 'bo'], ['bo', 'ana', 'bo', 'ana', 'bo', 'ana']],
    ['turns the order round', ['cy', 'bo', 'ana'], ['bo', 'ana', 'cy', 'bo', 'ana', 'cy']],
    ['changes nothing', ['ana', 'bo', 'cy'], ['bo', 'cy', 'ana', 'bo', 'cy', 'ana']],
    ['moves everybody up by one', ['bo', 'cy', 'ana'], ['bo', 'cy', 'ana', 'bo', 'cy', 'ana']],
    ['takes out who has the turn', ['ana', 'cy'], ['bo', 'cy', 'ana', 'cy', 'ana', 'cy']],
    ['takes out who has the turn and who is next', ['ana', 'di'], ['bo', 'ana', 'di', 'ana', 'di', 'ana']],
    ['puts others in the place of all', ['di', 'ed'], ['bo', 'di', 'ed', 'di', 'ed', 'di']],
    ['lists somebody twice', ['ana', 'bo', 'bo', 'cy'], ['bo', 'cy', 'ana', 'bo', 'bo', 'cy']],
  ])('that %s leaves the running turn to its holder and keeps the order', (_, members, expected) => {
    expect(holders(members)).toEqual(expected);
  });

  test('gives the running turn to the next in line at once where that is asked for', () => {
    expect(holders(['ana', 'cy'], 'NOW')).toEqual(['cy', 'ana', 'cy', 'ana', 'cy', 'ana']);
    expect(holders(['cy', 'bo', 'ana'], 'NOW')[0]).toBe('bo');
  });

  test('takes a turn that was left to somebody on through the next edit, and gives it back to a member', () => {
    const first = editedAt(before, { ...before, members: [{ memberId: 'ana' }, { memberId: 'cy' }] }, AT);
    const [kept] = first.shifts;
    if (kept === undefined) throw new Error('one shift');
    expect(holders(['cy', 'di'], 'TURN_END', kept)).toEqual(['bo', 'cy', 'di', 'cy', 'di', 'cy']);
    expect(holders(['bo', 'cy', 'ana'], 'TURN_END', kept)).toEqual(['bo', 'cy', 'ana', 'bo', 'cy', 'ana']);
  });

  test.each([
    ['its length', { rotationType: 'WEEKLY' as const }],
    ['its start', { startDate: instant('2026-01-06T09:00Z') }],
  ])('counts afresh where it changes %s', (_, fields) => {
    const reversed = { ...before, ...fields, members: [{ memberId: 'cy' }, { memberId: 'ana' }] };
    const zones = (shift: Shift) => ({ shift, timeZone: 'UTC' });
    expect(continueTurns(zones(before), zones(reversed), AT, 'TURN_END')).toEqual({
      turnOffset: 0,
      kept: null,
    });
  });

  test('counts a rotation that has not begun from its start', () => {
    const schedule = editedAt(
      before,
      { ...before, members: [{ memberId: 'cy' }, { memberId: 'ana' }] },
      instant('2026-01-01T00:00Z'),
    );
    expect(onCallAt(schedule, instant('2026-01-05T12:00Z'))).toEqual(['cy']);
  });

  test('lets the restriction gate a turn that was left to its holder', () => {
    const day = { type: 'TIMEOFDAY' as const, start: 9 * HOUR_MS, end: 17 * HOUR_MS };
    const shift = { ...before, restriction: day };
    const schedule = editedAt(shift, { ...shift, members: [{ memberId: 'ana' }] }, AT);
    expect(onCallAt(schedule, instant('2026-01-09T16:00Z'))).toEqual(['bo']);
    expect(onCallAt(schedule, instant('2026-01-09T18:00Z'))).toEqual([]);
  });
});

describe('whatever an edit does to the members', () => {
  const someone = fc.constantFrom<string>('ana', 'bo', 'cy', 'di', 'ed');
  const members = fc.uniqueArray(someone, { minLength: 1, maxLength: 5 });
  const shiftOf = (ids: string[], value: number) =>
    aShift({ members: ids, rotationType: 'CUSTOM', customValue: value, customUnit: 'HOURS' });
  const hours = fc.constantFrom(1, 5, 12, 24, 36);
  const handover = fc.constantFrom<Handover>('TURN_END', 'NOW');
  const delayMs = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => minutes * 60_000);

  test('nothing changes before it takes effect', () => {
    fc.assert(
      fc.property(members, members, hours, delayMs, handover, (old, young, value, delay, how) => {
        const shift = shiftOf(old, value);
        const at = plusMs(shift.startDate, delay);
        const edited = editedAt(shift, { ...shift, ...shiftOf(young, value) }, at, how);
        const past = { start: plusMs(shift.startDate, -DAY_MS), end: at };
        expect(shiftsBetween(edited, past)).toEqual(shiftsBetween(aSchedule({ shifts: [shift] }), past));
      }),
    );
  });

  test('who has the running turn keeps it to its end, and those who stay keep their order after it', () => {
    fc.assert(
      fc.property(members, members, hours, delayMs, (old, young, value, delay) => {
        const shift = shiftOf(old, value);
        const at = plusMs(shift.startDate, delay);
        const after = { start: at, end: plusMs(at, 12 * value * HOUR_MS) };
        const [promised, actual] = [
          shiftsBetween(aSchedule({ shifts: [shift] }), after),
          shiftsBetween(editedAt(shift, { ...shift, ...shiftOf(young, value) }, at), after),
        ];
        const turnEnd = plusMs(
          shift.startDate,
          (Math.floor(delay / (value * HOUR_MS)) + 1) * value * HOUR_MS,
        );
        expect(actual[0]).toMatchObject({ memberId: promised[0]?.memberId, start: at });
        expect(actual[0]?.end).toBeGreaterThanOrEqual(turnEnd);
        // The next of the old ones to come on is the first who was promised a turn and is still there.
        const stays = promised.map((s) => s.memberId).find((id, i) => i > 0 && young.includes(id));
        const comes = actual.slice(1).find((s) => old.includes(s.memberId))?.memberId;
        const isReordered =
          young.filter((id) => old.includes(id)).join() !== old.filter((id) => young.includes(id)).join();
        fc.pre(!isReordered && stays !== undefined && stays !== actual[0]?.memberId);
        expect(comes).toBe(stays);
      }),
    );
  });

  test('turns stay fair: over whole rounds after it everybody has as many', () => {
    fc.assert(
      fc.property(members, members, hours, delayMs, (old, young, value, delay) => {
        const shift = shiftOf(old, value);
        const at = plusMs(shift.startDate, delay);
        const schedule = editedAt(shift, { ...shift, ...shiftOf(young, value) }, at);
        const turnMs = value * HOUR_MS;
        const first = plusMs(shift.startDate, (Math.floor(delay / turnMs) + 1) * turnMs);
        const counts = new Map<string, number>();
        for (let turn = 0; turn < 3 * young.length; turn += 1) {
          const [holder = ''] = onCallAt(schedule, plusMs(first, turn * turnMs));
          counts.set(holder, (counts.get(holder) ?? 0) + 1);
        }
        expect([...counts.values()]).toEqual(young.map(() => 3));
      }),
    );
  });
});

test('the window of the examples is what the comments say', () => {
  expect(
    shiftsBetween(aSchedule({ shifts: [before] }), between('2026-01-09T09:00Z', '2026-01-10T09:00Z')),
  ).toHaveLength(1);
});
