import { intersect, subtract, union } from '../time/interval.ts';
import { asEpochMs, DAY_MS, plusMs, type EpochMs } from '../time/instant.ts';
import { UPTIME_DAYS, type Stretch } from './uptime.ts';

/** A day in UTC, by its start. `percent`: how much of what there was of it the component was up; null: nothing. */
export type UptimeDay = { readonly start: EpochMs; readonly percent: number | null };

/**
 * The last 90 days of a component, today the last, each by what `uptimePercentage` counts: time before it was made and
 * after `now` is no part of a day, and time of planned work is no time out. Cut to thousandths, not rounded.
 */
export function uptimeDays(input: {
  bornAt: EpochMs;
  now: EpochMs;
  outages: readonly Stretch[];
  planned: readonly Stretch[];
}): UptimeDay[] {
  const { bornAt, now, outages, planned } = input;
  const joined = (stretches: readonly Stretch[]) =>
    union(stretches.map(({ startedAt, endedAt }) => ({ start: startedAt, end: endedAt ?? now })));
  const down = subtract(joined(outages), joined(planned));
  const today = asEpochMs(Math.floor(now / DAY_MS) * DAY_MS);
  return Array.from({ length: UPTIME_DAYS }, (_, index): UptimeDay => {
    const start = plusMs(today, (index + 1 - UPTIME_DAYS) * DAY_MS);
    const life = {
      start: bornAt > start ? bornAt : start,
      end: asEpochMs(Math.min(now, plusMs(start, DAY_MS))),
    };
    const lengthMs = life.end - life.start;
    if (lengthMs <= 0) return { start, percent: null };
    const downMs = intersect(down, [life]).reduce((sum, part) => sum + part.end - part.start, 0);
    return { start, percent: Math.floor(((lengthMs - downMs) / lengthMs) * 100_000) / 1_000 };
  });
}
