import { afterEach, describe, expect, test } from 'vitest';
import { explainAt } from '../../../../src/core/schedule/explain.ts';
import { handoffsBetween } from '../../../../src/core/schedule/handoffs.ts';
import { shiftsBetween } from '../../../../src/core/schedule/resolve.ts';
import { CLOCK_CHANGES } from '../../../support/clock-changes.ts';
import { aSchedule, aShift, instant, timeOfDay } from '../../../support/schedule-builders.ts';
import { DAY_MS, plusMs } from '../../../../src/core/time/instant.ts';

const processZone = process.env['TZ'];
afterEach(() => {
  if (processZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = processZone;
});

/** Everything the engine says about a schedule around every known clock change. */
function answers(): string {
  const said = CLOCK_CHANGES.map(({ zone, at }) => {
    const startDate = new Date(at - 3 * DAY_MS).toISOString();
    const schedule = aSchedule({
      timeZone: zone,
      shifts: [aShift({ startDate, restriction: timeOfDay('01:15', '23:45') })],
    });
    const range = { start: plusMs(at, -2 * DAY_MS), end: plusMs(at, 2 * DAY_MS) };
    return [shiftsBetween(schedule, range), handoffsBetween(schedule, range), explainAt(schedule, at)];
  });
  return JSON.stringify(said);
}

describe('no answer depends on the zone of the process', () => {
  const midnight = instant('2026-07-01T00:00Z');

  test.each([
    ['UTC', 0],
    ['Asia/Kolkata', -330],
    ['America/New_York', 240],
    ['Pacific/Chatham', -765],
    ['Europe/Berlin', -120],
  ])('%s', (zone, minutesWest) => {
    process.env['TZ'] = 'UTC';
    const inUtc = answers();
    process.env['TZ'] = zone;
    expect(new Date(midnight).getTimezoneOffset()).toBe(minutesWest);
    expect(answers()).toBe(inUtc);
  });
});
