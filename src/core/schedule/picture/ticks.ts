import { civilDateOf, wallOfDate } from '../../time/civil.ts';
import { DAY_MS, MINUTE_MS, type EpochMs } from '../../time/instant.ts';
import type { Interval } from '../../time/interval.ts';
import { firstInstantAt, wallAt, type WallMs } from '../../time/wall-clock.ts';
import type { TimeZone } from '../../time/zone.ts';

export type TickUnit = 'CLOCK' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';

/** Marks every `count` units: minutes for CLOCK, weeks from their Mondays. `everyMs`: about how far apart they are. */
export type TickStep = { readonly unit: TickUnit; readonly count: number; readonly everyMs: number };

/** At `at` the wall clock comes to show `wall`. */
export type Tick = { readonly at: EpochMs; readonly wall: WallMs };

export const DAYS = step('DAY', 1, DAY_MS);
export const YEARS = step('YEAR', 1, 365 * DAY_MS);

/** From fine to coarse. */
export const TICK_STEPS: readonly TickStep[] = [
  ...[1, 5, 15, 30, 60, 120, 180, 360, 720].map((count) => step('CLOCK', count, count * MINUTE_MS)),
  DAYS,
  step('WEEK', 1, 7 * DAY_MS),
  step('MONTH', 1, 28 * DAY_MS),
  step('MONTH', 3, 90 * DAY_MS),
  YEARS,
];

/**
 * The ticks within `range`, in order, after the last one before it, if the unit has one there. They follow the wall
 * clock: days are as long as they are. A reading of the clock that is skipped has no tick and a doubled one has two;
 * a day begins at its first instant, also where its midnight is skipped or doubled.
 */
export function ticksWithin(step: TickStep, zone: TimeZone, range: Interval): Tick[] {
  return step.unit === 'CLOCK'
    ? clockTicks(step.count * MINUTE_MS, zone, range)
    : calendarTicks(step, zone, range);
}

function step(unit: TickUnit, count: number, everyMs: number): TickStep {
  return { unit, count, everyMs };
}

function clockTicks(everyMs: number, zone: TimeZone, range: Interval): Tick[] {
  const ticks: Tick[] = [];
  for (let from = range.start; from < range.end;) {
    const { end, offsetMs } = zone.spanAt(from);
    const until = Math.min(end, range.end);
    for (let wall = ceilTo(from + offsetMs, everyMs); wall - offsetMs < until; wall += everyMs) {
      ticks.push({ at: (wall - offsetMs) as EpochMs, wall: wall as WallMs });
    }
    from = until as EpochMs;
  }
  return ticks;
}

function calendarTicks(step: TickStep, zone: TimeZone, range: Interval): Tick[] {
  const ticks: Tick[] = [];
  // A clock that is set back over midnight may show the day before once more.
  const begun = wallAt(zone, range.start);
  for (let index = 0; ; index += 1) {
    const wall = startOf(step, begun, index);
    const at = firstInstantAt(zone, wall);
    if (at >= range.end) return ticks;
    // A day that a zone skips begins with the next one: that one's name holds. One that is over is of no interest.
    if (ticks.at(-1)?.at === at || (ticks.length === 1 && at <= range.start)) ticks.pop();
    ticks.push({ at, wall });
  }
}

/** The start of the unit that holds `wall`, or of the one `index` later. */
function startOf({ unit, count }: TickStep, wall: WallMs, index: number): WallMs {
  const { year, month, day, weekday } = civilDateOf(wall);
  switch (unit) {
    case 'DAY':
      return wallOfDate(year, month, day + index * count);
    case 'WEEK':
      return wallOfDate(year, month, day - weekday + 7 * index * count);
    case 'MONTH':
      return wallOfDate(year, Math.floor((month - 1) / count) * count + 1 + index * count, 1);
    case 'YEAR':
      return wallOfDate(year + index * count, 1, 1);
    case 'CLOCK':
      throw new RangeError('a clock has no days');
  }
}

function ceilTo(value: number, every: number): number {
  return Math.ceil(value / every) * every;
}
