import { asEpochMs, type EpochMs } from '../core/time/instant.ts';

/** A stored instant as the core knows it. */
export function fromDate(date: Date): EpochMs {
  return asEpochMs(date.getTime());
}

export function fromDateOrNull(date: Date | null): EpochMs | null {
  return date === null ? null : fromDate(date);
}

export function toDate(instant: EpochMs): Date {
  return new Date(instant);
}

export function toDateOrNull(instant: EpochMs | null): Date | null {
  return instant === null ? null : toDate(instant);
}
