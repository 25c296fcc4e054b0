import { DAY_MS, type EpochMs } from '../time/instant.ts';

/** A figure over time that a page reports. */
export type Metric = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  /** Its unit, as it stands behind its values; may be empty. */
  readonly suffix: string;
  /** Whether the page shows it; data is taken either way. */
  readonly active: boolean;
  readonly order: number;
  /** The monitor whose checks feed it; null: whoever posts data. */
  readonly monitorId: string | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export type Datapoint = { readonly id: string; readonly at: EpochMs; readonly value: number };

/** A datapoint is kept that long from its own instant on. */
export const DATAPOINTS_KEPT_DAYS = 90;
export const DATAPOINTS_KEPT_MS = DATAPOINTS_KEPT_DAYS * DAY_MS;

/** The unit of a metric that a monitor's checks feed. */
export const RESPONSE_TIME_SUFFIX = 'ms';

/** Numbers below it count seconds: as milliseconds they would be before 1973-03-03, as seconds they reach the year 5138. */
const FIRST_MS_NUMBER = 100_000_000_000;

/** Epoch milliseconds of a timestamp as a number, which may be in seconds or in milliseconds. */
export function epochMsOfNumber(timestamp: number): number {
  return Math.abs(timestamp) < FIRST_MS_NUMBER ? timestamp * 1_000 : timestamp;
}
