import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitStorm } from '../../../../src/core/notification/storm.ts';

const due = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test.each([
  { count: 0, sent: 0, alone: 0, why: 'nothing is due' },
  { count: 3, sent: 0, alone: 3, why: 'all go alone below the limit' },
  { count: 30, sent: 0, alone: 30, why: 'the limit itself is allowed' },
  { count: 31, sent: 0, alone: 30, why: 'the one above it is bundled' },
  { count: 5, sent: 28, alone: 2, why: 'what was sent within the minute counts' },
  { count: 1, sent: 30, alone: 0, why: 'one message alone makes a bundle that others can join' },
  { count: 2, sent: 90, alone: 0, why: 'a limit that was passed already lets nothing through' },
])('of $count due after $sent sent, $alone go alone: $why', ({ count, sent, alone }) => {
  const split = splitStorm(due(count), sent, 30);
  expect(split.alone).toEqual(due(count).slice(0, alone));
  expect(split.bundled).toEqual(due(count).slice(alone));
});

test('nothing is lost, doubled or put before what was due earlier', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 80 }),
      fc.nat({ max: 80 }),
      fc.integer({ min: 1, max: 40 }),
      (count, sent, limit) => {
        const { alone, bundled } = splitStorm(due(count), sent, limit);
        expect([...alone, ...bundled]).toEqual(due(count));
        expect(alone.length + sent).toBeLessThanOrEqual(Math.max(limit, sent));
      },
    ),
  );
});
