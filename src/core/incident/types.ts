import type { EpochMs } from '../time/instant.ts';
import type { Translations } from '../translations.ts';

/** How bad it is, from best to worst. Also the statuses of a component. */
export const IMPACTS = [
  'OPERATIONAL',
  'UNDERMAINTENANCE',
  'DEGRADEDPERFORMANCE',
  'PARTIALOUTAGE',
  'MAJOROUTAGE',
] as const;
export type Impact = (typeof IMPACTS)[number];

/** What subscribers are told of the work on an incident. */
export const INCIDENT_STATUSES = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** Whether a human has taken an incident on. */
export const RESPONSE_STATES = ['TRIGGERED', 'ACKNOWLEDGED', 'SNOOZED', 'RESOLVED'] as const;
export type ResponseState = (typeof RESPONSE_STATES)[number];

/** What may change of an incident after it opened, as far as the response goes. */
export type Response = {
  readonly state: ResponseState;
  /** Who acknowledged, as people read it; kept while snoozed. */
  readonly acknowledgedBy: string | null;
  readonly acknowledgedById: string | null;
  readonly acknowledgedAt: EpochMs | null;
  readonly snoozedAt: EpochMs | null;
  readonly snoozedUntil: EpochMs | null;
  readonly resolvedAt: EpochMs | null;
};

/** A component that an incident affects. */
export type AffectedComponent = {
  readonly id: string;
  readonly status: Impact;
  /** Whether somebody said that status of it: then it shows it while the incident is open. */
  readonly said: boolean;
};

/** An incident as the services know it. */
export type Incident = {
  readonly id: string;
  readonly pageId: string;
  readonly number: number;
  readonly name: string;
  readonly description: string;
  readonly status: IncidentStatus;
  readonly impact: Impact;
  readonly source: string;
  readonly dedupKey: string | null;
  readonly published: boolean;
  readonly monitorId: string | null;
  readonly startedAt: EpochMs;
  readonly response: Response;
  /** The number of the last escalation rule fired, the highest of its runs; 0: none yet. */
  readonly escalationLevel: number;
  /** Counts every change: what shows an older version is edited. */
  readonly version: number;
  readonly translations: Translations;
  readonly components: readonly (AffectedComponent & { readonly name: string })[];
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};
