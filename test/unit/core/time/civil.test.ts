import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDateOf, wallOfDate } from '../../../../src/core/time/civil.ts';
import type { WallMs } from '../../../../src/core/time/wall-clock.ts';

describe('the calendar of the wall clock', () => {
  test('is that of the platform on every day from the year 1 to 9999', () => {
    const [first, last] = [Date.UTC(2001, 0, 1) - 2_000 * 365.25 * 86_400_000, Date.UTC(9999, 11, 31)];
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (wall) => {
        const date = new Date(wall);
        expect(civilDateOf(wall as WallMs)).toEqual({
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
          weekday: (date.getUTCDay() + 6) % 7,
        });
      }),
      { numRuns: 2_000 },
    );
  });

  test('finds the midnight of a day again, and counts months over the ends of years', () => {
    for (const [year, month, day] of [
      [1970, 1, 1],
      [2024, 2, 29],
      [2000, 2, 29],
      [1900, 3, 1],
      [2026, 12, 31],
    ] as const) {
      expect(wallOfDate(year, month, day)).toBe(Date.UTC(year, month - 1, day));
      expect(civilDateOf(wallOfDate(year, month, day))).toMatchObject({ year, month, day });
    }
    expect(wallOfDate(2026, 14, 1)).toBe(Date.UTC(2027, 1, 1));
    expect(wallOfDate(2026, 0, 31)).toBe(Date.UTC(2025, 11, 31));
    expect(wallOfDate(2026, 2, 30)).toBe(Date.UTC(2026, 2, 2));
  });
});
