import { DAY_MS } from './instant.ts';
import type { WallMs } from './wall-clock.ts';

/** A day of the Gregorian calendar; `month` and `day` count from 1, `weekday` from 0, a Monday. */
export type CivilDate = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
};

const DAYS_PER_ERA = 146_097;
const YEARS_PER_ERA = 400;
/** From 0000-03-01, where the reckoning below counts from, to 1970-01-01. */
const DAYS_TO_1970 = 719_468;

/** The day that a reading of the wall clock lies in. */
export function civilDateOf(wall: WallMs): CivilDate {
  const days = Math.floor(wall / DAY_MS);
  const shifted = days + DAYS_TO_1970;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  // Years begin in March here, so that the leap day is their last.
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: era * YEARS_PER_ERA + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
    // 1970-01-01 was a Thursday.
    weekday: (((days + 3) % 7) + 7) % 7,
  };
}

/** Midnight at the start of that day, on the wall; a `month` beyond 12 lies in a later year, one below 1 in an earlier. */
export function wallOfDate(year: number, month: number, day: number): WallMs {
  const months = year * 12 + month - 1;
  const monthFromMarch = (((months - 2) % 12) + 12) % 12;
  const marchYear = Math.floor((months - 2) / 12);
  const era = Math.floor(marchYear / YEARS_PER_ERA);
  const yearOfEra = marchYear - era * YEARS_PER_ERA;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return ((era * DAYS_PER_ERA + dayOfEra - DAYS_TO_1970) * DAY_MS) as WallMs;
}
