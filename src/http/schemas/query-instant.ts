import { z } from 'zod';
import { asEpochMs, DAY_MS, plusMs, type EpochMs } from '../../core/time/instant.ts';

/** What a query string means by a time: the instants [start, end). */
export type TimeSpan = { readonly start: EpochMs; readonly end: EpochMs };

/** The year 1 to the year 9999. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const HAS_ZONE = /(?:Z|[+-]\d{2}:\d{2})$/i;
/** A "+" that was not escaped arrives as a space. */
const LOST_PLUS = /^(\S+T\S+) (\d{2}:\d{2})$/;

export const QUERY_INSTANT_FORMS = 'an ISO 8601 date-time, a date, or epoch milliseconds';

/**
 * Reads ISO 8601 (UTC where no zone is said), epoch milliseconds, or a bare date, which is that whole UTC day; the
 * others are one millisecond long. Null for anything else.
 */
export function parseTimeSpan(text: string): TimeSpan | null {
  if (/^-?\d{1,15}$/.test(text)) return spanOf(Number(text), 1);
  if (DATE.test(text)) {
    return z.iso.date().safeParse(text).success ? spanOf(Date.parse(`${text}T00:00:00Z`), DAY_MS) : null;
  }
  const iso = text.replace(LOST_PLUS, '$1+$2');
  const zoned = HAS_ZONE.test(iso) ? iso : `${iso}Z`;
  return z.iso.datetime({ offset: true }).safeParse(zoned).success ? spanOf(Date.parse(zoned), 1) : null;
}

/** One instant in a query string; a bare date is its first. */
export const QueryInstant = z
  .string()
  .transform((text, context): EpochMs => {
    const span = parseTimeSpan(text);
    if (span !== null) return span.start;
    context.addIssue({ code: 'custom', message: `must be ${QUERY_INSTANT_FORMS}` });
    return z.NEVER;
  })
  .meta({ format: 'date-time' });

function spanOf(ms: number, lengthMs: number): TimeSpan | null {
  if (!(ms >= FIRST_MS && ms <= LAST_MS)) return null;
  const start = asEpochMs(ms);
  return { start, end: plusMs(start, lengthMs) };
}
