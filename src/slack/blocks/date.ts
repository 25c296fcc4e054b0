import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type EpochMs } from '../../core/time/instant.ts';

/** An instant in the reader's own zone, such as "Yesterday 09:00"; in UTC where a client cannot. */
export function dateAndTime(at: EpochMs): string {
  return token(at, '{date_short_pretty} {time}', utc(at));
}

/** The time of day of an instant in the reader's own zone; in UTC where a client cannot. */
export function timeOfDay(at: EpochMs): string {
  return token(at, '{time}', utc(at).slice(11));
}

/** `2026-03-30 09:00 UTC`. */
export function utc(at: EpochMs): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** How long something took, in its two largest units: `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function durationWords(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE_MS) return `${Math.floor(span / SECOND_MS)} s`;
  if (span < HOUR_MS) return `${Math.floor(span / MINUTE_MS)} min`;
  if (span < DAY_MS)
    return pair(Math.floor(span / HOUR_MS), 'h', Math.floor((span % HOUR_MS) / MINUTE_MS), 'min');
  return pair(Math.floor(span / DAY_MS), 'd', Math.floor((span % DAY_MS) / HOUR_MS), 'h');
}

function token(at: EpochMs, format: string, fallback: string): string {
  return `<!date^${Math.floor(at / SECOND_MS)}^${format}|${fallback}>`;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
