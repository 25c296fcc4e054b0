import { expect, test } from 'vitest';
import { limited } from '../../../src/probes/limit.ts';

test('lets no more than the limit run at once, in the order of coming, and frees the place of what fails', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const run = limited(2, async (n: number) => {
    begun.push(n);
    await new Promise<void>((end) => void ends.push(end));
    if (n === 1) throw new Error('fails');
    return n;
  });
  const results = Promise.allSettled([run(1), run(2), run(3), run(4)]);
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  const settle = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await settle();
  expect(begun).toEqual([1, 2, 3]);
  await settle();
  expect(begun).toEqual([1, 2, 3, 4]);
  await settle();
  await settle();
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
