import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shiftsBetween } from '../../../../src/core/schedule/resolve.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs } from '../../../../src/core/time/instant.ts';
import { CLOCK_CHANGES } from '../../../support/clock-changes.ts';
import { onCallModel } from '../../../support/on-call-model.ts';
import { aRandomSchedule, RANDOM_LEAD_MS } from '../../../support/random-schedule.ts';
import { iso } from '../../../support/schedule-builders.ts';

const WINDOW_MS = 30 * HOUR_MS;
// A weekly interval is told whole only by a table that has its whole week, and the day of a skipped or doubled one.
const TABLE_MS = Math.max(RANDOM_LEAD_MS, 9 * DAY_MS);

const drawn = fc
  .constantFrom(...CLOCK_CHANGES)
  .chain((change) =>
    fc.record({ change: fc.constant(change), schedule: aRandomSchedule(change.zone, change.at) }),
  );

describe('the engine and a model that looks at every minute', () => {
  test('agree on every shift’s holder at every minute around clock changes', () => {
    fc.assert(
      fc.property(drawn, ({ change, schedule }) => {
        const range = { start: plusMs(change.at, -WINDOW_MS), end: plusMs(change.at, WINDOW_MS) };
        const stretches = shiftsBetween(schedule, range);
        const model = onCallModel(schedule, range.start - TABLE_MS, range.end + TABLE_MS);

        const running = (minute: number): string[] =>
          stretches
            .filter((s) => s.start <= minute && minute < s.end)
            .map((s) => `${s.shiftId ?? ''}:${s.memberId}`);

        const wrong: unknown[] = [];
        for (let minute = range.start; minute < range.end; minute = plusMs(minute, MINUTE_MS)) {
          const engine = running(minute).sort().join();
          const expected = Array.from(model(minute), (entry) => entry.join(':'))
            .sort()
            .join();
          if (engine !== expected) wrong.push({ at: iso(minute), engine, expected });
        }
        expect(wrong).toEqual([]);
      }),
      { seed: 20260329, numRuns: 40 },
    );
  }, 60_000);
});
