import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterFailure,
  MAX_ATTEMPTS,
  NEXT_CHANNEL_AFTER_MS,
} from '../../../../src/core/notification/retry.ts';
import { asEpochMs, MINUTE_MS, plusMs, SECOND_MS } from '../../../../src/core/time/instant.ts';

const FIRST = asEpochMs(Date.UTC(2026, 2, 30, 9, 0));

type Input = Parameters<typeof afterFailure>[0];

const aFailure = (over: Partial<Input> & { failingMs?: number } = {}): Input => {
  const { failingMs = 0, ...rest } = over;
  return {
    attempts: 1,
    firstFailedAt: FIRST,
    now: plusMs(FIRST, failingMs),
    random: 0.5,
    providerIsDown: false,
    ...rest,
  };
};

/** The pause in ms and whether the next channel starts; null: given up. */
function answer(over: Partial<Input> & { failingMs?: number }) {
  const input = aFailure(over);
  const after = afterFailure(input);
  return after.kind === 'give-up' ? null : { pause: after.at - input.now, next: after.startNextChannel };
}

describe('pauses', () => {
  test.each([
    { attempts: 1, seconds: 1 },
    { attempts: 2, seconds: 2.6 },
    { attempts: 3, seconds: 6.7 },
    { attempts: 4, seconds: 17.3 },
    { attempts: 5, seconds: 44.8 },
    { attempts: 6, seconds: 115.9 },
    { attempts: 7, seconds: 300 },
  ])('after failure $attempts it is about $seconds s, within a fifth', ({ attempts, seconds }) => {
    const pause = (random: number) => answer({ attempts, random, failingMs: MINUTE_MS })?.pause ?? 0;
    expect(pause(0.5) / SECOND_MS).toBeCloseTo(seconds, 0);
    expect(pause(0) / SECOND_MS).toBeCloseTo(seconds * 0.8, 0);
    expect(pause(0.999_999) / SECOND_MS).toBeCloseTo(Math.min(300, seconds * 1.2), 0);
  });

  test('the eighth failure is the last', () => {
    expect(MAX_ATTEMPTS).toBe(8);
    expect(answer({ attempts: 8, failingMs: MINUTE_MS })).toBeNull();
    expect(answer({ attempts: 8, afterMs: 1_000, providerIsDown: true })).toBeNull();
  });

  test('what the provider asks for is a lower bound', () => {
    expect(answer({ attempts: 1, afterMs: 20_000 })).toEqual({ pause: 20_000, next: false });
    expect(answer({ attempts: 1, afterMs: 0 })).toEqual({ pause: 1_000, next: false });
    expect(answer({ attempts: 7, afterMs: 500, failingMs: MINUTE_MS })?.pause).toBe(300_000);
    expect(answer({ attempts: 7, afterMs: 900_000, failingMs: MINUTE_MS })?.pause).toBe(900_000);
  });
});

describe('the next channel starts', () => {
  test.each<{
    when: string;
    input: Partial<Input> & { failingMs?: number };
    answer: ReturnType<typeof answer>;
  }>([
    { when: 'not at the first failure', input: {}, answer: { pause: 1_000, next: false } },
    {
      when: 'not before 30 s have passed: the retry is made at that instant at the latest',
      input: { attempts: 5, failingMs: 27_000 },
      answer: { pause: 3_000, next: false },
    },
    {
      when: 'not because the provider asks for less than what is left, however long our own pause is',
      input: { attempts: 5, failingMs: 27_000, afterMs: 1_000 },
      answer: { pause: 3_000, next: false },
    },
    {
      when: 'not where the provider asks for exactly what is left',
      input: { attempts: 1, failingMs: 10_000, afterMs: 20_000 },
      answer: { pause: 20_000, next: false },
    },
    {
      when: 'at once where the provider asks for more than what is left',
      input: { attempts: 1, failingMs: 10_000, afterMs: 20_001 },
      answer: { pause: 20_001, next: true },
    },
    {
      when: 'when 30 s have passed',
      input: { attempts: 1, failingMs: NEXT_CHANNEL_AFTER_MS },
      answer: { pause: 1_000, next: true },
    },
    {
      when: 'at the first failure while the provider is known to be down',
      input: { providerIsDown: true },
      answer: { pause: 1_000, next: true },
    },
    {
      when: 'while the provider is down, with pauses of their own length',
      input: { attempts: 5, failingMs: 27_000, providerIsDown: true },
      answer: { pause: 44_815, next: true },
    },
  ])('$when', (row) => {
    expect(answer(row.input)).toEqual(row.answer);
  });

  test('exactly when 30 s of failures have passed, whatever the jitter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 8, maxLength: 8 }),
        (jitter) => {
          let now = FIRST;
          for (const [index, random] of jitter.entries()) {
            const after = afterFailure({ ...aFailure(), attempts: index + 1, now, random });
            if (after.kind === 'give-up') throw new Error('gave up before the next channel started');
            if (after.startNextChannel) break;
            expect(after.at).toBeGreaterThan(now);
            now = after.at;
          }
          expect(now - FIRST).toBe(NEXT_CHANNEL_AFTER_MS);
        },
      ),
    );
  });

  test('never later than 30 s, and earlier only where the provider asks for a pause beyond that', () => {
    const anyFailure = fc.record({
      attempts: fc.integer({ min: 1, max: 7 }),
      failingMs: fc.nat({ max: 60_000 }),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
      afterMs: fc.option(fc.nat({ max: 60_000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(anyFailure, (failure) => {
        const leftMs = NEXT_CHANNEL_AFTER_MS - failure.failingMs;
        const { pause, next } = answer(failure) ?? { pause: 0, next: false };
        expect(next).toBe(leftMs <= 0 || (failure.afterMs ?? 0) > leftMs);
        expect(next || pause <= leftMs).toBe(true);
        expect(pause).toBeGreaterThanOrEqual(failure.afterMs ?? 0);
        expect(pause).toBeGreaterThan(0);
      }),
    );
  });
});
