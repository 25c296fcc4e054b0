import { performance } from 'node:perf_hooks';
import type { Clock } from './clock.ts';

/** Notices when this process was asleep or too busy to notice anything: what it measured meanwhile is worth nothing. */
export type StallWatch = {
  /** A mark to ask `stalledSince` about. */
  mark(): number;
  /** Whether the process stood still for longer than the threshold at any time since the mark. */
  stalledSince(mark: number): boolean;
  /** How long the process has been running without standing still, in ms. */
  steadyMs(): number;
  stop(): void;
};

const TICK_MS = 250;

/**
 * `thresholdMs`: a tick that comes later than this is a stall (a machine asleep, a paused process, a blocked loop). A
 * machine's sleep shows only on its wall clock: the monotonic one of Linux sleeps too.
 */
export function watchStalls(clock: Clock, thresholdMs = 2_000): StallWatch {
  let lastTick = performance.now();
  let lastStall = lastTick;
  let lastWall = clock.now();
  const look = (): number => {
    const now = performance.now();
    const wall = clock.now();
    if (Math.max(now - lastTick, wall - lastWall) > thresholdMs) lastStall = now;
    lastTick = now;
    lastWall = wall;
    return now;
  };
  const timer = setInterval(look, TICK_MS);
  timer.unref();
  return {
    mark: look,
    stalledSince: (mark) => {
      look();
      return lastStall > mark;
    },
    steadyMs: () => look() - lastStall,
    stop: () => clearInterval(timer),
  };
}
