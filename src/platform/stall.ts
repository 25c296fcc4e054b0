import { performance } from 'node:perf_hooks';

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

/** `thresholdMs`: a tick that comes later than this is a stall (a machine asleep, a paused process, a blocked loop). */
export function watchStalls(thresholdMs = 2_000): StallWatch {
  const startedAt = performance.now();
  let lastTick = startedAt;
  let lastStall = startedAt;
  const look = (): void => {
    const now = performance.now();
    if (now - lastTick > thresholdMs) lastStall = now;
    lastTick = now;
  };
  const timer = setInterval(look, TICK_MS);
  timer.unref();
  return {
    mark: () => performance.now(),
    stalledSince: (mark) => {
      look();
      return lastStall > mark;
    },
    steadyMs: () => {
      look();
      return performance.now() - lastStall;
    },
    stop: () => clearInterval(timer),
  };
}
