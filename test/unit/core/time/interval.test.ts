import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asEpochMs } from '../../../../src/core/time/instant.ts';
import {
  contains,
  intersect,
  overlap,
  overlaps,
  subtract,
  union,
  type Interval,
} from '../../../../src/core/time/interval.ts';

const interval = (start: number, end: number): Interval => ({ start: asEpochMs(start), end: asEpochMs(end) });
const intervals = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })).map(([a, b]) => interval(a, b)),
  { maxLength: 8 },
);
const instants = Array.from({ length: 42 }, (_, at) => asEpochMs(at));
const covers = (list: readonly Interval[]): boolean[] =>
  instants.map((at) => list.some((i) => contains(i, at)));

describe('intervals are half-open', () => {
  test('the start belongs to an interval and the end does not', () => {
    expect([1, 2, 4, 5].map((at) => contains(interval(2, 5), asEpochMs(at)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('intervals that only touch share nothing', () => {
    expect(overlap(interval(0, 5), interval(5, 9))).toBeUndefined();
    expect(overlaps(interval(0, 5), interval(5, 9))).toBe(false);
    expect(overlap(interval(0, 6), interval(5, 9))).toEqual(interval(5, 6));
  });

  test('an empty interval overlaps nothing, not even what surrounds it', () => {
    expect(overlaps(interval(3, 3), interval(0, 9))).toBe(false);
    expect(overlap(interval(3, 3), interval(0, 9))).toBeUndefined();
  });
});

describe('lists of intervals behave as the sets of instants they hold', () => {
  test('a union is sorted, holds no two that touch, and covers what its parts cover', () => {
    fc.assert(
      fc.property(intervals, (list) => {
        const joined = union(list);
        expect(covers(joined)).toEqual(covers(list));
        for (const [i, { start, end }] of joined.entries()) {
          expect(start).toBeLessThan(end);
          expect(start).toBeGreaterThan(joined[i - 1]?.end ?? -1);
        }
      }),
      { seed: 1 },
    );
  });

  test('an intersection covers what both cover, a difference what only the first does', () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        const [as, bs] = [union(a), union(b)];
        const [inA, inB] = [covers(as), covers(bs)];
        expect(covers(intersect(as, bs))).toEqual(inA.map((is, i) => is && inB[i]));
        expect(covers(subtract(as, bs))).toEqual(inA.map((is, i) => is && !inB[i]));
      }),
      { seed: 2 },
    );
  });

  test('an intersection keeps what else the first list says about a piece', () => {
    const named = { ...interval(0, 9), name: 'whole' };
    expect(intersect([named], [interval(2, 3), interval(5, 12)])).toEqual([
      { ...interval(2, 3), name: 'whole' },
      { ...interval(5, 9), name: 'whole' },
    ]);
  });
});
