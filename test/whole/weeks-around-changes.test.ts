import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { explainAt } from '../../src/core/schedule/explain.ts';
import { onCallAt } from '../../src/core/schedule/on-call-at.ts';
import { shiftsBetween } from '../../src/core/schedule/resolve.ts';
import type { Schedule } from '../../src/core/schedule/types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs, type EpochMs } from '../../src/core/time/instant.ts';
import type { Interval } from '../../src/core/time/interval.ts';
import { CLOCK_CHANGES } from '../support/clock-changes.ts';
import { aRandomSchedule } from '../support/random-schedule.ts';
import { iso } from '../support/schedule-builders.ts';

// What the unit tests sample, whole: every minute of the week before and the week after each clock change, and of the days
// next to it four times, while the process itself lives in one zone after another and on days far apart.
const PROCESSES = [
  ['UTC', '2026-07-01'],
  ['Asia/Kolkata', '1999-12-31'],
  ['America/New_York', '2026-11-01'],
  ['Pacific/Chatham', '2037-04-05'],
] as const;
const WEEK_MS = 7 * DAY_MS;
const CHANGES = CLOCK_CHANGES.map((change, i) => ({ ...change, turn: i % PROCESSES.length }));

const processZone = process.env['TZ'];
afterAll(() => {
  vi.useRealTimers();
  process.env['TZ'] = processZone;
});

/** Those minutes of `range` at which the answer for the instant is not the stretches that hold it. */
function disagreements(schedule: Schedule, range: Interval): string[] {
  const stretches = shiftsBetween(schedule, range);
  const order = new Map(schedule.shifts.map((shift) => [shift.id, shift.order]));
  const rank = (shiftId: string | null) => (shiftId === null ? Infinity : (order.get(shiftId) ?? Infinity));
  const wrong: string[] = [];
  let next = 0;
  let running: typeof stretches = [];
  for (let minute = range.start; minute < range.end; minute = plusMs(minute, MINUTE_MS)) {
    for (let s = stretches[next]; s !== undefined && s.start <= minute; s = stretches[next]) {
      running = [...running, s].sort((a, b) => rank(a.shiftId) - rank(b.shiftId));
      next += 1;
    }
    running = running.filter((s) => s.end > minute);
    const held = [...new Set(running.map((s) => s.memberId))].join();
    if (onCallAt(schedule, minute).join() !== held) wrong.push(iso(minute));
  }
  return wrong;
}

/** Those hours at which the explanation names others than the answer. */
function unexplained(schedule: Schedule, range: Interval): string[] {
  const wrong: string[] = [];
  for (let at: EpochMs = range.start; at < range.end; at = plusMs(at, HOUR_MS)) {
    const explained = new Set(explainAt(schedule, at).flatMap(({ memberId }) => memberId ?? []));
    const answered = onCallAt(schedule, at);
    if (explained.size !== answered.length || answered.some((id) => !explained.has(id))) wrong.push(iso(at));
  }
  return wrong;
}

describe.each(PROCESSES)('in a process in %s on %s', (zoneOfProcess, day) => {
  test.each(CHANGES)(
    'whoever is on call at a minute holds the stretch of that minute ($zone)',
    ({ zone, at, turn }) => {
      process.env['TZ'] = zoneOfProcess;
      vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] });
      const [schedule] = fc.sample(aRandomSchedule(zone, at), { seed: at % 1_000_000, numRuns: 1 });
      if (schedule === undefined) throw new Error('no schedule was drawn');
      const aroundMs = PROCESSES[turn]?.[0] === zoneOfProcess ? WEEK_MS : DAY_MS;
      const range = { start: plusMs(at, -aroundMs), end: plusMs(at, aroundMs) };
      expect(disagreements(schedule, range)).toEqual([]);
      expect(unexplained(schedule, range)).toEqual([]);
    },
    30_000,
  );
});
