import { asEpochMs, DAY_MS, plusMs, type EpochMs } from './instant.ts';
import type { TimeZone } from './zone.ts';

declare const wallMs: unique symbol;

/** What a clock on the wall shows, as the milliseconds from 1970-01-01 00:00 to that reading; days are always 24 hours long. */
export type WallMs = number & { readonly [wallMs]: true };

// Farther from UTC than any zone has ever been.
const MAX_OFFSET_MS = DAY_MS;

/** What the wall clock of `zone` shows at `at`. */
export function wallAt(zone: TimeZone, at: EpochMs): WallMs {
  return (at + zone.spanAt(at).offsetMs) as WallMs;
}

/** The reading `ms` milliseconds later on the wall clock. */
export function plusWallMs(wall: WallMs, ms: number): WallMs {
  return (wall + ms) as WallMs;
}

/**
 * The first instant, not before `notBefore`, at which the clock shows `wall` or later: the first occurrence of a
 * doubled reading, and the instant of the change for one that the clock skips.
 */
export function firstInstantAt(zone: TimeZone, wall: WallMs, notBefore?: EpochMs): EpochMs {
  let from = asEpochMs(wall - MAX_OFFSET_MS);
  if (notBefore !== undefined && notBefore > from) from = notBefore;
  for (;;) {
    const span = zone.spanAt(from);
    const reached = wall - span.offsetMs;
    if (reached <= from) return from;
    if (reached < span.end) return asEpochMs(reached);
    from = span.end;
  }
}

/**
 * The last instant at which the clock shows `wall`: the second occurrence of a doubled reading, and the instant of
 * the change for one that the clock skips.
 */
export function lastInstantAt(zone: TimeZone, wall: WallMs): EpochMs {
  let before = asEpochMs(wall + MAX_OFFSET_MS);
  for (;;) {
    const span = zone.spanAt(before);
    const shown = wall - span.offsetMs;
    if (shown >= span.end) return span.end;
    if (shown >= span.start) return asEpochMs(shown);
    before = plusMs(span.start, -1);
  }
}
