import { asEpochMs, type EpochMs } from '../core/time/instant.ts';

/** Says what time it is; read once a use case, at its edge. */
export interface Clock {
  now(): EpochMs;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => asEpochMs(Date.now()) };
