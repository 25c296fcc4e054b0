import { DAY_MS, HOUR_MS, plusMs, SECOND_MS, type EpochMs } from '../time/instant.ts';

/** A delivery is tried that often before it is given up. */
export const MOST_TRIES = 8;

/** A subscription to which nothing got through for that long is turned off. */
export const TURN_OFF_AFTER_MS = 5 * DAY_MS;

const FIRST_PAUSE_MS = 5 * SECOND_MS;
const LONGEST_PAUSE_MS = HOUR_MS;
/** Seven pauses grow from the first to the longest: 5 s, 15 s, 45 s, 2 min, 7 min, 20 min, 1 h; 90 minutes in all. */
const GROWTH = (LONGEST_PAUSE_MS / FIRST_PAUSE_MS) ** (1 / (MOST_TRIES - 2));

/**
 * When a delivery is tried again whose `attempts`-th try (from 1) failed; null: never. Pauses grow, and are jittered by up
 * to a fifth either way (`random` in [0, 1)), the longest one only downwards; what the receiver asked for (`afterMs`,
 * milliseconds) is a lower bound.
 */
export function nextTryAt(input: {
  attempts: number;
  now: EpochMs;
  random: number;
  afterMs?: number | undefined;
}): EpochMs | null {
  const { attempts, now, random, afterMs = 0 } = input;
  if (attempts >= MOST_TRIES) return null;
  const grown = FIRST_PAUSE_MS * GROWTH ** (attempts - 1);
  const jittered = Math.min(LONGEST_PAUSE_MS, grown * (0.8 + 0.4 * random));
  return plusMs(now, Math.ceil(Math.max(jittered, afterMs)));
}

/** Whether a subscription that has failed since `failingAt` (null: the last delivery arrived) is to be turned off. */
export function isBeyondHope(failingAt: EpochMs | null, now: EpochMs): boolean {
  return failingAt !== null && now - failingAt >= TURN_OFF_AFTER_MS;
}
