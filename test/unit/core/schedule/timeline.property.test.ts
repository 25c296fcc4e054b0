import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { gapsBetween } from '../../../../src/core/schedule/gaps.ts';
import { handoffsBetween } from '../../../../src/core/schedule/handoffs.ts';
import { onCallAt } from '../../../../src/core/schedule/on-call-at.ts';
import { shiftsBetween } from '../../../../src/core/schedule/resolve.ts';
import { turnsWithin } from '../../../../src/core/schedule/rotation.ts';
import type { Schedule, Stretch } from '../../../../src/core/schedule/types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs, type EpochMs } from '../../../../src/core/time/instant.ts';
import { contains, overlaps, type Interval } from '../../../../src/core/time/interval.ts';
import { timeZone } from '../../../../src/core/time/zone.ts';
import { CLOCK_CHANGES } from '../../../support/clock-changes.ts';
import { aRandomSchedule, aRandomShift } from '../../../support/random-schedule.ts';
import { aSchedule, iso } from '../../../support/schedule-builders.ts';

// Thousands of minutes each: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The members of the stretches that hold `at`, as the timeline orders them within one instant. */
function holdersIn(stretches: readonly Stretch[], schedule: Schedule, at: EpochMs): string[] {
  const order = (s: Stretch) => schedule.shifts.find((shift) => shift.id === s.shiftId)?.order ?? Infinity;
  const running = stretches.filter((s) => contains(s, at)).sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return [...new Set(running.map((s) => s.memberId))];
}

const around = (at: EpochMs, ms: number) => ({ start: plusMs(at, -ms), end: plusMs(at, ms) });

function everyMinute({ start, end }: Interval): EpochMs[] {
  return Array.from({ length: (end - start) / MINUTE_MS }, (_, i) => plusMs(start, i * MINUTE_MS));
}

describe('around every clock change', () => {
  test.each(CLOCK_CHANGES)(
    'whoever is on call at a minute holds the stretch of that minute ($zone)',
    ({ zone, at }) => {
      const [schedule] = fc.sample(aRandomSchedule(zone, at), { seed: at % 1_000_000, numRuns: 1 });
      if (schedule === undefined) throw new Error('no schedule was drawn');
      const range = around(at, 9 * HOUR_MS);
      const stretches = shiftsBetween(schedule, range);
      const wrong = everyMinute(range).filter(
        (minute) => onCallAt(schedule, minute).join() !== holdersIn(stretches, schedule, minute).join(),
      );
      expect(wrong.map(iso)).toEqual([]);
    },
  );
});

const anywhere = fc.constantFrom(...CLOCK_CHANGES).chain(({ zone, at }) =>
  fc.record({
    zone: fc.constant(zone),
    at: fc.integer({ min: -6 * 24 * 60, max: 6 * 24 * 60 }).map((minutes) => plusMs(at, minutes * MINUTE_MS)),
    schedule: aRandomSchedule(zone, at),
    shift: aRandomShift(zone, at),
  }),
);

describe('of any schedule', () => {
  test('each instant is answered as the version that holds then would by itself', () => {
    const versioned = fc.constantFrom(...CLOCK_CHANGES).chain(({ zone, at }) =>
      fc.record({
        at: fc.constant(at),
        present: aRandomSchedule(zone, at),
        other: aRandomSchedule(zone, at),
        start: fc.integer({ min: -600, max: 600 }).map((minutes) => plusMs(at, minutes * MINUTE_MS)),
        lastsFor: fc.integer({ min: 1, max: 600 }),
      }),
    );
    fc.assert(
      fc.property(versioned, ({ at, present, other, start, lastsFor }) => {
        const { status, timeZone: zone, shifts } = other;
        const version = { status, timeZone: zone, shifts, start, end: plusMs(start, lastsFor * MINUTE_MS) };
        const schedule = { ...present, others: [version] };
        const stretches = shiftsBetween(schedule, around(at, 12 * HOUR_MS));
        const wrong = everyMinute(around(at, 12 * HOUR_MS)).filter((minute) => {
          const alone = contains(version, minute) ? { ...other, overrides: present.overrides } : present;
          const expected = onCallAt(alone, minute).join();
          return (
            onCallAt(schedule, minute).join() !== expected ||
            holdersIn(stretches, alone, minute).join() !== expected
          );
        });
        expect(wrong.map(iso)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test('a timeline cut in two is the timeline of the whole', () => {
    fc.assert(
      fc.property(anywhere, ({ schedule, at }) => {
        const { start, end } = around(at, 5 * DAY_MS);
        const whole = shiftsBetween(schedule, { start, end });
        const parts = [
          ...shiftsBetween(schedule, { start, end: at }),
          ...shiftsBetween(schedule, { start: at, end }),
        ];
        const cut = whole.flatMap((s) =>
          contains(s, at) && s.start < at
            ? [
                { ...s, end: at },
                { ...s, start: at },
              ]
            : [s],
        );
        const text = (list: Stretch[]) => list.map((s) => JSON.stringify(s)).sort();
        expect(text(parts)).toEqual(text(cut));
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  test('stretches lie in the range, have a length, and no two of one shift overlap', () => {
    fc.assert(
      fc.property(anywhere, ({ schedule, at }) => {
        const range = around(at, 9 * DAY_MS);
        const stretches = shiftsBetween(schedule, range);
        for (const [i, s] of stretches.entries()) {
          expect(s.start).toBeLessThan(s.end);
          expect([s.start >= range.start, s.end <= range.end]).toEqual([true, true]);
          const others = stretches.slice(i + 1).filter((o) => o.shiftId === s.shiftId);
          expect(others.some((o) => overlaps(o, s))).toBe(false);
        }
        expect(stretches.map((s) => s.start)).toEqual(stretches.map((s) => s.start).sort((a, b) => a - b));
      }),
      { seed: 12, numRuns: 150 },
    );
  });

  test('every minute is either somebody’s or a gap’s', () => {
    fc.assert(
      fc.property(anywhere, ({ schedule, at }) => {
        const range = around(at, DAY_MS);
        const gaps = gapsBetween(schedule, range);
        const wrong = everyMinute(range).filter((minute) => {
          const isGap = gaps.some((gap) => contains(gap, minute));
          return isGap !== (onCallAt(schedule, minute).length === 0);
        });
        expect(wrong.map(iso)).toEqual([]);
      }),
      { seed: 13, numRuns: 60 },
    );
  });

  test('between two handoffs the same members stay on call', () => {
    fc.assert(
      fc.property(anywhere, ({ schedule, at }) => {
        const range = around(at, 2 * DAY_MS);
        for (const { at: handoff, before, after } of handoffsBetween(schedule, range)) {
          expect(onCallAt(schedule, plusMs(handoff, -1)).sort()).toEqual(before.sort());
          expect(onCallAt(schedule, handoff).sort()).toEqual(after.sort());
          expect(before).not.toEqual(after);
        }
      }),
      { seed: 14, numRuns: 100 },
    );
  });
});

describe('of any shift without a restriction', () => {
  test('turns tile its time, with rising numbers', () => {
    fc.assert(
      fc.property(anywhere, ({ zone, at, shift }) => {
        const end = plusMs(at, 20 * DAY_MS);
        const turns = turnsWithin(shift, timeZone(zone), { start: shift.startDate, end });
        const limit = Math.min(end, shift.endDate ?? end);
        const starts = turns.map((turn) => turn.start);
        const numbers = turns.map((turn) => turn.index);
        expect(starts[0] ?? shift.startDate).toBe(shift.startDate);
        expect(turns.slice(0, -1).map((turn) => turn.end)).toEqual(starts.slice(1));
        expect(turns.at(-1)?.end ?? limit).toBeGreaterThanOrEqual(limit);
        expect(turns.filter((turn) => turn.end <= turn.start)).toEqual([]);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }),
      { seed: 15, numRuns: 300 },
    );
  });

  test('somebody is on call from its start to its end', () => {
    fc.assert(
      fc.property(anywhere, ({ zone, at, shift }) => {
        const open = { ...shift, restriction: { type: 'NONE' as const } };
        const until = plusMs(at, 20 * DAY_MS);
        const end = open.endDate !== null && open.endDate < until ? open.endDate : until;
        const schedule = aSchedule({ timeZone: zone, shifts: [open] });
        expect(gapsBetween(schedule, { start: open.startDate, end })).toEqual([]);
      }),
      { seed: 16, numRuns: 200 },
    );
  });

  test('every member has as many turns as any other over whole cycles away from clock changes', () => {
    const members = fc.integer({ min: 1, max: 5 });
    const cycles = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(anywhere, members, cycles, ({ shift }, n, rounds) => {
        const fair = {
          ...shift,
          endDate: null,
          members: Array.from({ length: n }, (_, k) => ({ memberId: `m${k}` })),
        };
        const zone = timeZone('Asia/Kolkata');
        const [first] = turnsWithin(fair, zone, { start: fair.startDate, end: plusMs(fair.startDate, 1) });
        const length = (first?.end ?? 0) - fair.startDate;
        const end = plusMs(fair.startDate, length * n * rounds);
        const schedule = aSchedule({
          timeZone: zone.name,
          shifts: [{ ...fair, restriction: { type: 'NONE' } }],
        });
        const held = new Map<string, number>();
        for (const s of shiftsBetween(schedule, { start: fair.startDate, end })) {
          held.set(s.memberId, (held.get(s.memberId) ?? 0) + s.end - s.start);
        }
        expect([...held.values()]).toEqual(Array.from({ length: n }, () => length * rounds));
      }),
      { seed: 17, numRuns: 200 },
    );
  });
});
