import { expect, test } from 'vitest';
import { epochMsOfNumber } from '../../../../src/core/metric/metric.ts';

test.each([
  ['milliseconds of today', 1_790_000_000_000, 1_790_000_000_000],
  ['seconds of today', 1_790_000_000, 1_790_000_000_000],
  ['seconds with a fraction', 1_790_000_000.25, 1_790_000_000_250],
  ['the first number of milliseconds', 100_000_000_000, 100_000_000_000],
  ['the last number of seconds', 99_999_999_999, 99_999_999_999_000],
  ['the epoch', 0, 0],
  ['seconds before the epoch', -1, -1_000],
])('a timestamp is read as %s', (_what, timestamp, epochMs) => {
  expect(epochMsOfNumber(timestamp)).toBe(epochMs);
});
