import type { MAINTENANCE_STATUSES } from '../incident/template.ts';
import type { Impact } from '../incident/types.ts';
import type { EpochMs } from '../time/instant.ts';
import type { Translations } from '../translations.ts';

/** NOTSTARTEDYET, INPROGRESS, COMPLETED. */
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number];

/** A component of a maintenance, and what it shows while that is in progress. */
export type MaintainedComponent = { readonly id: string; readonly status: Impact };

/** Work that is planned, under way or done. */
export type Maintenance = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly status: MaintenanceStatus;
  /** The planned start. */
  readonly start: EpochMs;
  /** The planned end, after the start; null: open. */
  readonly end: EpochMs | null;
  /** Whether the clock starts it, and ends it. */
  readonly autoStart: boolean;
  readonly autoEnd: boolean;
  /** Whether subscribers are told of the start, of the end, and `notifyMinutes` before the start. */
  readonly notifyStart: boolean;
  readonly notifyEnd: boolean;
  readonly notifyEarly: boolean;
  readonly notifyMinutes: number;
  readonly earlyToldAt: EpochMs | null;
  /** When it started and ended in fact; null: not yet. */
  readonly startedAt: EpochMs | null;
  readonly endedAt: EpochMs | null;
  readonly components: readonly MaintainedComponent[];
  readonly translations: Translations;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};
