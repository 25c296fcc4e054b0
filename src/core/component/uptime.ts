import { intersect, subtract, union } from '../time/interval.ts';
import { DAY_MS, plusMs, type EpochMs } from '../time/instant.ts';

/** How far back uptime looks, in days. */
export const UPTIME_DAYS = 90;

/** A stretch of a component's time; `endedAt` null: it lasts. */
export type Stretch = { readonly startedAt: EpochMs; readonly endedAt: EpochMs | null };

/** Thousandths of a percent. */
const STEPS = 100_000;

/** From when on outages count: 90 days before `now`. */
export function uptimeSince(now: EpochMs): EpochMs {
  return plusMs(now, -UPTIME_DAYS * DAY_MS);
}

/**
 * Uptime of a component in percent, 0 to 100 with at most three decimals, over the last 90 days or since it was made,
 * whichever is shorter. Time that several outages share counts once; time of planned work, and what lies outside of the
 * stretch, does not count as out. It is
 * cut, not rounded, so that 100 means that there was no outage. A component that was made at this instant has 100.
 */
export function uptimePercentage(input: {
  bornAt: EpochMs;
  now: EpochMs;
  outages: readonly Stretch[];
  planned: readonly Stretch[];
}): number {
  const { bornAt, now, outages, planned } = input;
  const since = uptimeSince(now);
  const life = { start: bornAt > since ? bornAt : since, end: now };
  const lengthMs = life.end - life.start;
  if (lengthMs <= 0) return 100;
  const joined = (stretches: readonly Stretch[]) =>
    union(stretches.map(({ startedAt, endedAt }) => ({ start: startedAt, end: endedAt ?? now })));
  const down = intersect(subtract(joined(outages), joined(planned)), [life]);
  const downMs = down.reduce((sum, { start, end }) => sum + end - start, 0);
  return (Math.floor(((lengthMs - downMs) / lengthMs) * STEPS) * 100) / STEPS;
}
