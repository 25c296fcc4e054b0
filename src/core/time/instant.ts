declare const epochMs: unique symbol;

/** An instant as milliseconds since 1970-01-01T00:00:00Z; always a safe integer. */
export type EpochMs = number & { readonly [epochMs]: true };

/** Marks a number of epoch milliseconds as an instant, cutting fractions of a millisecond off. Throws RangeError when it is no instant. */
export function asEpochMs(value: number): EpochMs {
  if (!Number.isFinite(value)) throw new RangeError(`not an instant: ${value}`);
  return Math.trunc(value) as EpochMs;
}

/** The instant `ms` milliseconds after `instant` (before it, when negative). */
export function plusMs(instant: EpochMs, ms: number): EpochMs {
  return asEpochMs(instant + ms);
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
