import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { watchStalls, type StallWatch } from '../../../src/platform/stall.ts';

let now = 0;
/** How much further the wall clock is: it goes on while the machine is asleep. */
let asleepMs = 0;
let watch: StallWatch;

/** Time in which the process runs: its timers come when they are due. */
function runs(ms: number): void {
  for (let passed = 0; passed < ms; passed += 50) {
    now += 50;
    vi.advanceTimersByTime(50);
  }
}

/** Time in which it stands still: no timer comes. */
function standsStill(ms: number): void {
  now += ms;
}

/** Time that the monotonic clock does not see. */
function sleeps(ms: number): void {
  asleepMs += ms;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  now = 1_000_000;
  asleepMs = 0;
  watch = watchStalls({ now: () => asEpochMs(now + asleepMs) }, 2_000);
});
afterEach(() => {
  watch.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('what was measured since a mark', () => {
  test('counts while the process runs', () => {
    const mark = watch.mark();
    runs(60_000);
    expect(watch.stalledSince(mark)).toBe(false);
  });

  test('is worth nothing after a stall, noticed before any timer comes', () => {
    runs(1_000);
    const mark = watch.mark();
    standsStill(2_500);
    expect(watch.stalledSince(mark)).toBe(true);
  });

  test('is worth nothing after a stall, however long the process has run since', () => {
    const mark = watch.mark();
    standsStill(5_000);
    runs(60_000);
    expect(watch.stalledSince(mark)).toBe(true);
  });

  test('is worth nothing after the machine slept, though its monotonic clock slept too', () => {
    const mark = watch.mark();
    runs(1_000);
    sleeps(60_000);
    runs(50);
    expect(watch.stalledSince(mark)).toBe(true);
  });

  test('counts where the stall was over at the mark, noticed or not', () => {
    standsStill(5_000);
    const mark = watch.mark();
    runs(1_000);
    expect(watch.stalledSince(mark)).toBe(false);
  });

  test('counts where the stall was over before the mark', () => {
    standsStill(5_000);
    runs(1_000);
    const mark = watch.mark();
    runs(1_000);
    expect(watch.stalledSince(mark)).toBe(false);
  });

  test('counts in spite of pauses below the threshold', () => {
    const mark = watch.mark();
    for (let i = 0; i < 20; i += 1) {
      standsStill(1_500);
      runs(500);
    }
    expect(watch.stalledSince(mark)).toBe(false);
  });
});

describe('the steady time', () => {
  test('begins when the watch begins', () => {
    runs(10_000);
    expect(watch.steadyMs()).toBe(10_000);
  });

  test('begins anew after every stall, noticed before any timer comes', () => {
    runs(10_000);
    standsStill(3_000);
    expect(watch.steadyMs()).toBe(0);
    runs(4_000);
    expect(watch.steadyMs()).toBe(4_000);
  });
});

test('a watch that was stopped ticks no more', () => {
  expect(vi.getTimerCount()).toBe(1);
  watch.stop();
  expect(vi.getTimerCount()).toBe(0);
});
