import type { Clock } from '../platform/clock.ts';

/** Gives each message of a channel a `ts` of its own, above all that came before it. */
export type Timestamps = {
  /** The next `ts`, above every earlier answer for this channel and above `last`. */
  next(channel: string, last: string | null): string;
};

/** Chat counts in microseconds; the clock in milliseconds. Messages of one millisecond follow each other by one microsecond. */
export function createTimestamps(clock: Clock): Timestamps {
  const lastMicros = new Map<string, bigint>();
  return {
    next(channel, last) {
      const known = lastMicros.get(channel) ?? 0n;
      const stored = last === null ? 0n : microsOf(last);
      const floor = known > stored ? known : stored;
      const now = BigInt(clock.now()) * 1_000n;
      const next = now > floor ? now : floor + 1n;
      lastMicros.set(channel, next);
      return formatMicros(next);
    },
  };
}

/** Epoch seconds with six decimals, ten digits before the point, so that order as text is order in time. */
function formatMicros(micros: bigint): string {
  const seconds = (micros / 1_000_000n).toString().padStart(10, '0');
  return `${seconds}.${(micros % 1_000_000n).toString().padStart(6, '0')}`;
}

function microsOf(ts: string): bigint {
  const [seconds = '0', fraction = '0'] = ts.split('.');
  return BigInt(seconds) * 1_000_000n + BigInt(fraction);
}
