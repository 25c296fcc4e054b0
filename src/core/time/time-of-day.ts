import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './instant.ts';

/** A clock time as milliseconds since local midnight, 0 to 86,399,999. */
export type TimeOfDay = number;

const TIME_PART =
  /^(?:\d{4}-\d{2}-\d{2}[Tt ])?([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:Z|z|[+-]\d{2}:?\d{2})?$/;

/**
 * Reads the clock time out of an ISO date-time (or a bare `HH:mm`), as written: the date and the offset are not
 * looked at, so `1970-01-01T21:00:00.000Z` is 21:00 in whatever zone it is used. Undefined when it is neither.
 */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hours, minutes, seconds = '0', fraction = ''] = TIME_PART.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS + ms;
}

/** The clock time as `HH:mm`, seconds cut off. */
export function formatTimeOfDay(time: TimeOfDay): string {
  const minutes = Math.floor((time % DAY_MS) / MINUTE_MS);
  return `${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}

/** The clock time as a date-time on 1970-01-01, the form in which times of day travel: `1970-01-01T21:00:00.000Z`. */
export function timeOfDayToIso(time: TimeOfDay): string {
  const seconds = pad(Math.floor((time % MINUTE_MS) / SECOND_MS), 2);
  return `1970-01-01T${formatTimeOfDay(time)}:${seconds}.${pad(time % SECOND_MS, 3)}Z`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
