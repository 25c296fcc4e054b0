import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  gapPiecesOf,
  LEAST_WIDTH,
  MAX_PIECES,
  piecesOf,
} from '../../../../../src/core/schedule/picture/blocks.ts';
import { scaleOf } from '../../../../../src/core/schedule/picture/scale.ts';
import type { LaneStretch } from '../../../../../src/core/schedule/picture/types.ts';
import { asEpochMs, HOUR_MS } from '../../../../../src/core/time/instant.ts';

/** A pixel is an hour. */
const scale = scaleOf({ start: asEpochMs(0), end: asEpochMs(1_000 * HOUR_MS) }, 0, 1_000);
const stretch = (from: number, to: number, memberId: string, isOverride = false): LaneStretch => ({
  start: asEpochMs(from * HOUR_MS),
  end: asEpochMs(to * HOUR_MS),
  memberId,
  memberName: memberId,
  color: '#336699',
  isOverride,
});
const pieces = (lane: LaneStretch[], most = MAX_PIECES) =>
  piecesOf(lane, scale, most).map(({ left, right, count, members }) => [left, right, count, members]);
const everyHour = (names: string[]) =>
  Array.from({ length: 1_000 }, (_, i) => stretch(i, i + 1, names[i % names.length] ?? ''));

describe('the pieces of a lane', () => {
  test('are the stretches, where these can be seen', () => {
    expect(pieces([stretch(0, 10, 'ana'), stretch(10, 12, 'bo'), stretch(20, 40, 'ana', true)])).toEqual([
      [0, 10, 1, 1],
      [10, 12, 1, 1],
      [20, 40, 1, 1],
    ]);
  });

  test('keep a lone stretch that is too narrow, and its member', () => {
    expect(pieces([stretch(0, 10, 'ana'), stretch(10, 10.1, 'bo'), stretch(10.1, 30, 'ana')])).toEqual([
      [0, 10, 1, 1],
      [10, 10.1, 1, 1],
      [10.1, 30, 1, 1],
    ]);
  });

  test('join what is too narrow: to one of its member, or of several members', () => {
    const own = [0, 2, 4].map((at) => stretch(at, at + 1, 'ana'));
    expect(pieces(own)).toEqual([[0, 5, 3, 1]]);
    expect(pieces([...own, stretch(6, 7, 'ana', true)])).toEqual([
      [0, 5, 3, 1],
      [6, 7, 1, 1],
    ]);
    expect(pieces(everyHour(['ana', 'bo', 'cem']))).toEqual([[0, 1_000, 1_000, 3]]);
    expect(pieces([stretch(0, 1, 'ana'), stretch(1, 2, 'bo'), stretch(9, 10, 'ana')])).toEqual([
      [0, 2, 2, 2],
      [9, 10, 1, 1],
    ]);
  });

  test('are never more than asked for', () => {
    const lane = Array.from({ length: 200 }, (_, i) => stretch(5 * i, 5 * i + 5, i % 2 === 0 ? 'ana' : 'bo'));
    expect(pieces(lane)).toHaveLength(200);
    expect(pieces(lane, 100)).toEqual([[0, 1_000, 200, 2]]);
  });

  test('cover what the stretches cover, in order and without overlap, and count each once', () => {
    const step = fc.record({
      pause: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 9, noNaN: true })),
      length: fc.oneof(
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.double({ min: 3, max: 60, noNaN: true }),
      ),
      who: fc.constantFrom('ana', 'bo', 'cem'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let at = 0;
        const lane = steps.map(({ pause, length, who }) => {
          const from = at + pause;
          at = from + length;
          return stretch(from, at, who);
        });
        const found = piecesOf(lane, scale, MAX_PIECES);
        expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(lane.length);
        found.forEach(({ left, right }, i) => {
          expect(left).toBeLessThanOrEqual(right);
          expect(left).toBeGreaterThanOrEqual(found[i - 1]?.right ?? 0);
        });
        for (const { start, end } of lane) {
          const [left, right] = [scale.x(start), scale.x(end)];
          expect(found.some((piece) => piece.left <= left && right <= piece.right)).toBe(true);
        }
      }),
    );
  });
});

describe('the pieces of gaps', () => {
  const gaps = (list: [number, number][]) =>
    gapPiecesOf(
      list.map(([from, to]) => ({ start: asEpochMs(from * HOUR_MS), end: asEpochMs(to * HOUR_MS) })),
      scale,
    ).map(({ left, right, count, totalMs }) => [left, right, count, totalMs / HOUR_MS]);

  test('are the gaps, and joined only where they cannot be told apart', () => {
    expect(gaps([])).toEqual([]);
    expect(
      gaps([
        [0, 10],
        [11, 20],
      ]),
    ).toEqual([
      [0, 10, 1, 10],
      [11, 20, 1, 9],
    ]);
    expect(
      gaps([
        [0, 1],
        [2, 3],
        [4, 5],
        [50, 50.1],
      ]),
    ).toEqual([
      [0, 5, 3, 3],
      [50, 50.1, 1, expect.closeTo(0.1, 5)],
    ]);
    expect(LEAST_WIDTH).toBeGreaterThan(1);
  });
});
