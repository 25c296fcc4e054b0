import { asEpochMs, type EpochMs } from '../time/instant.ts';

export type CheckSeries = {
  readonly monitorId: string;
  readonly location: string;
  readonly intervalMs: number;
  readonly after: EpochMs;
};

/**
 * The first check of a monitor at a location strictly after `after`. Checks lie a whole number of intervals apart, at an
 * offset that a stable hash of monitor and location spreads evenly over the interval; so missed checks are skipped,
 * never made up for in a burst. Throws RangeError unless `intervalMs` is a whole number of at least 1.
 */
export function nextCheckAt({ monitorId, location, intervalMs, after }: CheckSeries): EpochMs {
  if (!Number.isSafeInteger(intervalMs) || intervalMs < 1) throw new RangeError(`no interval: ${intervalMs}`);
  const offset = Math.floor((stableHash(`${monitorId}|${location}`) / 2 ** 32) * intervalMs);
  const intervals = Math.floor((after - offset) / intervalMs) + 1;
  return asEpochMs(offset + intervals * intervalMs);
}

/** FNV-1a over UTF-16 units with murmur3's final mix, as an unsigned 32-bit number; the mix spreads ids that differ only in their last digits. */
function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
