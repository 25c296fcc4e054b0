import type Holidays from 'date-holidays';
import { DAY_MS } from '../core/time/instant.ts';
import type { Interval } from '../core/time/interval.ts';
import type { WallMs } from '../core/time/wall-clock.ts';
import { instantsShowing, type WallInterval } from '../core/time/wall-readings.ts';
import { timeZone, type TimeZone } from '../core/time/zone.ts';

/** A holiday's first day, its time of day where it begins late, and an offset where it begins at sunset before. */
const DATE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)( [+-]\d{4})?$/;
const MAX_YEARS_KEPT = 2_000;

type Library = typeof Holidays;
let library: Promise<Library> | undefined;
const yearsKept = new Map<string, readonly WallInterval[]>();

/** Loaded at the first question: the data of the whole world is large, and most installations never ask. */
async function load(): Promise<Library> {
  library ??= import('date-holidays').then((module) => module.default);
  return library;
}

/** Whether public holidays are known of a country (`DE`) or a part of one (`DE-BY`, `ES-MD`, `DE-BY-A`); upper case. */
export async function isHolidayRegion(region: string): Promise<boolean> {
  const [country = '', state, part, ...rest] = region.split('-');
  if (rest.length > 0) return false;
  const world = new (await load())();
  if (!Object.hasOwn(world.getCountries(), country)) return false;
  if (state === undefined) return true;
  if (!Object.hasOwn(world.getStates(country) ?? {}, state)) return false;
  return part === undefined || Object.hasOwn(world.getRegions(country, state) ?? {}, part);
}

/**
 * The public holidays of a region that share time with `range`, cut to it: sorted, disjoint, by the calendar on the wall
 * of `zone` (default: the region's first). Days off in place of a holiday count as well; a holiday that is one from an
 * hour of the day on counts from then. None for an unknown region. Depends on neither the process's zone nor its locale.
 */
export async function publicHolidays(region: string, range: Interval, zone?: TimeZone): Promise<Interval[]> {
  if (range.start >= range.end || !(await isHolidayRegion(region))) return [];
  const library = await load();
  const where = zone ?? timeZone(new library(region).getTimezones()[0] ?? 'UTC');
  return instantsShowing(where, range, ({ start, end }) => {
    const days: WallInterval[] = [];
    // A holiday may begin in the year before, and its substitute may lie in another year than itself.
    for (let year = yearOf(start) - 1; year <= yearOf(end) + 1; year += 1) {
      days.push(...holidaysIn(library, region, year));
    }
    return days.filter((day) => day.start < end && day.end > start);
  });
}

function holidaysIn(library: Library, region: string, year: number): readonly WallInterval[] {
  const key = `${region} ${year}`;
  const kept = yearsKept.get(key);
  if (kept !== undefined) return kept;
  if (yearsKept.size >= MAX_YEARS_KEPT) yearsKept.clear();
  // In UTC, where the library's instants are what a clock on the wall shows.
  const found = new library(region, { timezone: 'UTC' }).getHolidays(year);
  const days = found.filter(({ type }) => type === 'public').flatMap((holiday) => readingsOf(holiday) ?? []);
  yearsKept.set(key, days);
  return days;
}

function readingsOf(holiday: { date: string; start: Date; end: Date }): WallInterval | null {
  const [, day, time, sunset] = DATE.exec(holiday.date) ?? [];
  if (day === undefined || time === undefined) return null;
  const lengthMs = holiday.end.getTime() - holiday.start.getTime();
  const start = Date.parse(`${day}T${time}Z`);
  // From sunset to sunset: the whole days of the calendar that belong to it.
  const length = sunset === undefined ? lengthMs : Math.max(1, Math.floor(lengthMs / DAY_MS)) * DAY_MS;
  return { start: start as WallMs, end: (start + length) as WallMs };
}

function yearOf(reading: WallMs): number {
  return new Date(reading).getUTCFullYear();
}
