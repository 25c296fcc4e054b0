import type {
  AffectedComponent,
  Impact,
  Incident,
  IncidentStatus,
  Response,
} from '../../core/incident/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Translations } from '../../core/translations.ts';

export type NewIncident = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly description: string;
  readonly status: IncidentStatus;
  readonly impact: Impact;
  readonly source: string;
  readonly dedupKey: string | null;
  readonly published: boolean;
  readonly monitorId: string | null;
  readonly integrationId: string | null;
  readonly startedAt: EpochMs;
  readonly resolvedAt: EpochMs | null;
  readonly components: readonly AffectedComponent[];
  readonly translations: Translations;
};

export type IncidentFilter = {
  readonly pageId: string;
  readonly status?: IncidentStatus | undefined;
  readonly notStatus?: IncidentStatus | undefined;
  readonly number?: number | undefined;
  /** True: those that are not resolved. */
  readonly open?: boolean | undefined;
  /** True: those that the public page shows. */
  readonly published?: boolean | undefined;
  /** Those that were resolved at that instant or later. */
  readonly resolvedSince?: EpochMs | undefined;
  readonly offset: number;
  readonly limit: number;
};

export type IncidentPatch = {
  readonly name?: string;
  readonly description?: string;
  readonly status?: IncidentStatus;
  readonly impact?: Impact;
  readonly startedAt?: EpochMs;
  readonly published?: boolean;
  readonly response?: Response;
  readonly escalationLevel?: number;
  readonly components?: readonly AffectedComponent[];
  readonly translations?: Translations;
};

export type IncidentUpdate = {
  readonly id: string;
  readonly incidentId: string;
  readonly message: string;
  readonly status: IncidentStatus;
  readonly notify: boolean;
  readonly translations: Translations;
  readonly started: EpochMs;
  readonly createdAt: EpochMs;
};

export interface IncidentRepository {
  find(id: string): Promise<Incident | null>;
  findByNumber(number: number): Promise<Incident | null>;
  findMany(ids: readonly string[]): Promise<Incident[]>;
  /** The one that is not resolved with that key. */
  findOpenByDedupKey(pageId: string, dedupKey: string): Promise<Incident | null>;
  /** Newest first. */
  list(filter: IncidentFilter): Promise<{ incidents: Incident[]; total: number }>;
  /** Reads an incident and keeps every other writer of it (and of its runs) waiting until the transaction ends. */
  lock(id: string): Promise<Incident | null>;
  /** The number it got; null where an open incident has the same dedup key. */
  insert(incident: NewIncident, now: EpochMs): Promise<{ number: number } | null>;
  /** Changes what is given, counts the version up; `conflict` where reopening meets an open incident of the same dedup key. */
  update(id: string, patch: IncidentPatch, now: EpochMs): Promise<void>;
  remove(id: string): Promise<boolean>;
  insertUpdate(update: IncidentUpdate): Promise<void>;
  /** Everything but its incident and its birth. */
  changeUpdate(update: IncidentUpdate): Promise<void>;
  removeUpdate(id: string): Promise<void>;
  /** Oldest first, of several incidents at once. */
  updatesOf(incidentIds: readonly string[]): Promise<IncidentUpdate[]>;
  /** Incidents whose snooze ended by `now`, longest over first. */
  snoozesEnded(now: EpochMs, limit: number): Promise<string[]>;
  countOpen(): Promise<number>;
}
