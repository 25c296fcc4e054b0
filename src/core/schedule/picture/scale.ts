import type { EpochMs } from '../../time/instant.ts';
import type { Interval } from '../../time/interval.ts';

/** Where on the picture an instant lies. */
export type Scale = {
  readonly window: Interval;
  readonly left: number;
  readonly right: number;
  /** Pixels from the picture's left edge, in tenths; an instant outside the window is at its edge. */
  readonly x: (at: EpochMs) => number;
  /** Pixels that `ms` take. */
  readonly length: (ms: number) => number;
};

export function scaleOf(window: Interval, left: number, right: number): Scale {
  const perMs = (right - left) / (window.end - window.start);
  return {
    window,
    left,
    right,
    x: (at) => {
      const within = Math.min(Math.max(at, window.start), window.end) - window.start;
      return Math.round((left + within * perMs) * 10) / 10;
    },
    length: (ms) => ms * perMs,
  };
}
