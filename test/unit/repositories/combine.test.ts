import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { combine } from '../../../src/repositories/combine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is asked while others are answered is asked together, and everybody gets their own answer', async () => {
  const asked: (readonly number[])[] = [];
  const ask = combine(3, async (questions: readonly number[]) => {
    asked.push(questions);
    return questions.map((question) => question * 2);
  });
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([2, 4, 6, 8]);
  expect(asked).toEqual([[1, 2, 3], [4]]);
});

test('an answer that does not come holds up those who ask later for a second at most, and may come yet', async () => {
  let come = (_answers: number[]): void => undefined;
  const ask = combine(10, (questions: readonly number[]) =>
    questions.includes(0)
      ? new Promise<number[]>((resolve) => {
          come = resolve;
        })
      : Promise.resolve([...questions]),
  );
  const late = ask(0);
  await vi.advanceTimersByTimeAsync(1);
  const next = ask(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe(1);
  expect(await ask(2)).toBe(2);
  come([7]);
  expect(await late).toBe(7);
});

test('an error is that of those who asked together, and of nobody else', async () => {
  const ask = combine(2, async (questions: readonly number[]) => {
    if (questions.includes(1)) throw new Error('no');
    return questions;
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(ask));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});
