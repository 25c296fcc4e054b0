import { describe, expect, test } from 'vitest';
import {
  asEpochMs,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  plusMs,
  SECOND_MS,
} from '../../../../src/core/time/instant.ts';
import { isBeyondHope, MOST_TRIES, nextTryAt } from '../../../../src/core/webhook/retry.ts';

const NOW = asEpochMs(Date.UTC(2026, 0, 15, 12));

function pauseAfter(attempts: number, random = 0.5, afterMs?: number): number | null {
  const at = nextTryAt({ attempts, now: NOW, random, afterMs });
  return at === null ? null : at - NOW;
}

describe('a delivery that failed', () => {
  test('is tried 8 times, with pauses that grow from 5 s to 1 h', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((attempts) => pauseAfter(attempts) ?? 0);
    expect(pauses[0]).toBe(5 * SECOND_MS);
    expect(pauses[6]).toBe(HOUR_MS);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(80 * MINUTE_MS);
    expect(total).toBeLessThan(100 * MINUTE_MS);
    expect(pauseAfter(MOST_TRIES)).toBeNull();
    expect(pauseAfter(MOST_TRIES + 3)).toBeNull();
  });

  test('waits up to a fifth more or less than others of its age, and never over an hour', () => {
    expect(pauseAfter(1, 0)).toBe(4 * SECOND_MS);
    expect(pauseAfter(1, 0.999)).toBeGreaterThan(5.9 * SECOND_MS);
    expect(pauseAfter(7, 0.999)).toBe(HOUR_MS);
  });

  test('waits for as long as the receiver asks, but no less than by itself', () => {
    expect(pauseAfter(1, 0.5, 30 * MINUTE_MS)).toBe(30 * MINUTE_MS);
    expect(pauseAfter(7, 0.5, SECOND_MS)).toBe(HOUR_MS);
    expect(pauseAfter(MOST_TRIES, 0.5, SECOND_MS)).toBeNull();
  });
});

test('a subscription is beyond hope when nothing got through for 5 days', () => {
  expect(isBeyondHope(null, NOW)).toBe(false);
  expect(isBeyondHope(plusMs(NOW, -5 * DAY_MS + 1), NOW)).toBe(false);
  expect(isBeyondHope(plusMs(NOW, -5 * DAY_MS), NOW)).toBe(true);
});
