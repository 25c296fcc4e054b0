import { MINUTE_MS, type EpochMs } from '../core/time/instant.ts';

/** How many keys are remembered before those at rest are forgotten. */
const MAX_KEYS = 10_000;

/** A limit of requests a key, counted by this process alone. */
export interface RateLimit {
  /** 0 when the request may go on, else the whole seconds after which the next one may. */
  take(keyId: string, now: EpochMs): number;
}

/**
 * At most `perMinute` requests a key in any minute, on average: a bucket of `perMinute` tokens that fills up evenly, so
 * that a pause allows a burst and a steady caller is never cut off for the rest of a minute.
 */
export function createRateLimit(perMinute: number): RateLimit {
  const tokenMs = MINUTE_MS / perMinute;
  // The instant at which a key's bucket is full again; absent or past: it is full.
  const fullAt = new Map<string, number>();
  return {
    take(keyId, now) {
      if (fullAt.size > MAX_KEYS) forgetFull(fullAt, now);
      const next = Math.max(fullAt.get(keyId) ?? now, now) + tokenMs;
      const overMs = next - now - MINUTE_MS;
      // A little slack, because tokens of a third of a millisecond do not add up exactly.
      if (overMs > 0.001) return Math.max(1, Math.ceil(overMs / 1000));
      fullAt.set(keyId, next);
      return 0;
    },
  };
}

function forgetFull(fullAt: Map<string, number>, now: EpochMs): void {
  for (const [keyId, at] of fullAt) if (at <= now) fullAt.delete(keyId);
}
