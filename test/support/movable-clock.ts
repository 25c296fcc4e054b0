import { setTimeout as pause } from 'node:timers/promises';
import { asEpochMs } from '../../src/core/time/instant.ts';
import type { Clock } from '../../src/platform/clock.ts';

/** The machine's clock, which a test can put forward; whoever sleeps by it wakes when it has come that far. */
export type MovableClock = Clock & {
  /** Milliseconds. */
  move(ms: number): void;
  sleep(ms: number): Promise<void>;
};

export function movableClock(): MovableClock {
  let ahead = 0;
  const now = () => asEpochMs(Date.now() + ahead);
  return {
    now,
    move: (ms) => {
      ahead += ms;
    },
    sleep: async (ms) => {
      const end = now() + ms;
      while (now() < end) await pause(5);
    },
  };
}
