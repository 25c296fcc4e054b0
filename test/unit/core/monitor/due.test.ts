import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextCheckAt } from '../../../../src/core/monitor/due.ts';
import { asEpochMs } from '../../../../src/core/time/instant.ts';

const location = 'US_EAST_1';

test('is always later than `after`, within one interval, and moves on by whole intervals', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.integer({ min: 5_000, max: 86_400_000 }),
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.integer({ min: 0, max: 1_000 }),
      (monitorId, intervalMs, afterMs, missed) => {
        const after = asEpochMs(afterMs);
        const first = nextCheckAt({ monitorId, location, intervalMs, after });
        expect(first).toBeGreaterThan(after);
        expect(first - after).toBeLessThanOrEqual(intervalMs);
        const late = asEpochMs(first + missed * intervalMs);
        expect(nextCheckAt({ monitorId, location, intervalMs, after: late })).toBe(late + intervalMs);
      },
    ),
  );
});

test('spreads the checks of many monitors evenly over the interval', () => {
  const seconds = Array<number>(60).fill(0);
  for (let id = 0; id < 6_000; id += 1) {
    const series = { monitorId: `mon_${id}`, location, intervalMs: 60_000, after: asEpochMs(0) };
    const second = Math.floor((nextCheckAt(series) % 60_000) / 1_000);
    seconds[second] = (seconds[second] ?? 0) + 1;
  }
  expect(Math.max(...seconds)).toBeLessThan(150);
  expect(Math.min(...seconds)).toBeGreaterThan(50);
});

test('does not check one monitor from all locations at the same moment', () => {
  const at = ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1'].map((where) =>
    nextCheckAt({ monitorId: 'mon_1', location: where, intervalMs: 60_000, after: asEpochMs(0) }),
  );
  expect(new Set(at).size).toBe(3);
});

test('refuses an interval that is none', () => {
  const series = { monitorId: 'mon_1', location, after: asEpochMs(0) };
  expect(() => nextCheckAt({ ...series, intervalMs: 0 })).toThrow(RangeError);
});
