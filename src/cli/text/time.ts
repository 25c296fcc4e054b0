import { UsageError } from '../usage-error.ts';

export const MINUTE_MS = 60_000;
const UNITS = { s: 1_000, m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS } as const;

/** How long ago, or how far off, in the two largest units that say something: `5m ago`, `in 3h 20m`. */
export function relative(iso: string | null, now: number): string {
  if (iso === null) return '-';
  const ms = Date.parse(iso) - now;
  const size = lengthOf(Math.abs(ms));
  return ms > 0 ? `in ${size}` : `${size} ago`;
}

export function lengthOf(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1_000)}s`;
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
  return `${Math.floor(hours / 24)}d`;
}

/** `Mon 23 Nov 14:05`, on the clock of whoever reads it; with the year where that is another one. */
export function local(iso: string | null, now: number): string {
  if (iso === null) return '-';
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(date);
  return parts.replaceAll(',', '');
}

export function both(iso: string | null, now: number): string {
  return iso === null ? '-' : `${local(iso, now)} (${relative(iso, now)})`;
}

/** The name of the reader's time zone. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const LENGTH = /^(\d{1,6}(?:\.\d+)?)(s|m|h|d)$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Of `30m`, `2h`, `1d`; null: it is no length of time. */
export function lengthMsOf(text: string): number | null {
  const [, amount, unit] = LENGTH.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return null;
  return Number(amount) * UNITS[unit as keyof typeof UNITS];
}

/** `now`, a length of time from `from` on (`30m`, `2h`, `1d`), or ISO 8601, on the local clock where it has no zone. */
export function instantOf(text: string, from: number): string {
  if (text === 'now') return new Date(from).toISOString();
  const length = lengthMsOf(text);
  if (length !== null) return new Date(from + length).toISOString();
  const ms = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return new Date(ms).toISOString();
  throw new UsageError(
    `'${text}' is no time: write 30m, 2h, 1d, now, or 2026-01-31T09:00 (local) or …T09:00Z`,
  );
}
