import { describe, expect, test } from 'vitest';
import { formatTimeOfDay, parseTimeOfDay, timeOfDayToIso } from '../../../../src/core/time/time-of-day.ts';

describe('times of day', () => {
  test.each([
    ['1970-01-01T21:00:00.000Z', 21 * 3_600_000],
    ['2024-07-31T21:00:00.000+05:30', 21 * 3_600_000],
    ['1970-01-01T00:00Z', 0],
    ['23:59:59.999', 86_399_999],
    ['09:30', 34_200_000],
  ])('%s is read as written, without its date and offset', (text, expected) => {
    expect(parseTimeOfDay(text)).toBe(expected);
  });

  test.each(['', '24:00', '9:30', '12:60', '1970-01-01', 'noon', '1970-01-01T09:00:00.000Z trailing'])(
    '%j is no time of day',
    (text) => {
      expect(parseTimeOfDay(text)).toBeUndefined();
    },
  );

  test('travels as a date-time on the first of January 1970 and comes back equal', () => {
    expect(timeOfDayToIso(21 * 3_600_000)).toBe('1970-01-01T21:00:00.000Z');
    for (const time of [0, 1, 34_200_000, 86_399_999])
      expect(parseTimeOfDay(timeOfDayToIso(time))).toBe(time);
  });

  test('is shown as hours and minutes', () => {
    expect([0, 34_200_000, 86_399_999].map(formatTimeOfDay)).toEqual(['00:00', '09:30', '23:59']);
  });
});
