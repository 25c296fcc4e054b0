import type { AuditChange } from '../../core/audit/diff.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** What may be changed or acted on by somebody. */
export const AUDIT_KINDS = [
  'page',
  'component',
  'member',
  'team',
  'monitor',
  'monitor_group',
  'monitor_alert',
  'schedule',
  'schedule_override',
  'schedule_version',
  'swap',
  'time_off',
  'routing_rule',
  'escalation_policy',
  'integration',
  'template',
  'api_key',
  'incident',
  'incident_update',
  'maintenance',
  'maintenance_update',
  'subscriber',
  'metric',
  'webhook',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** What may be done to it. */
export const AUDIT_ACTIONS = [
  'created',
  'updated',
  'deleted',
  'secret_rotated',
  'emptied',
  'acknowledged',
  'unacknowledged',
  'resolved',
  'reopened',
  'escalated',
  'snoozed',
  'reassigned',
  'noted',
  'accepted',
  'declined',
  'withdrawn',
  'tested',
  'replayed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** By what way somebody came. */
export const AUDIT_WAYS = ['api', 'chat', 'email', 'sms', 'call', 'inbound', 'system'] as const;
export type AuditWay = (typeof AUDIT_WAYS)[number];

export const AUDIT_ACTORS = ['KEY', 'MEMBER', 'INTEGRATION', 'SYSTEM'] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/** One thing that somebody did to one thing, without secrets. */
export type AuditEntry = {
  readonly id: string;
  /** Null: it belongs to the installation. */
  readonly pageId: string | null;
  readonly at: EpochMs;
  readonly actorKind: AuditActor;
  /** Null: the system. */
  readonly actorId: string | null;
  readonly actorName: string;
  readonly via: AuditWay;
  /** The address that the request came from; null where it did not come by HTTP. */
  readonly origin: string | null;
  readonly requestId: string | null;
  readonly action: AuditAction;
  readonly objectKind: AuditKind;
  readonly objectId: string;
  readonly objectName: string;
  readonly changes: readonly AuditChange[];
};

/** Of which entries a list is; what is undefined is any. */
export type AuditFilter = {
  readonly kind?: AuditKind | undefined;
  readonly objectId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** Inclusive. */
  readonly from?: EpochMs | undefined;
  /** Exclusive. */
  readonly to?: EpochMs | undefined;
};

export interface AuditLogRepository {
  /** Newest first: those of a page, or those of none (null). Two statements. */
  list(
    pageId: string | null,
    options: AuditFilter & { readonly offset: number; readonly limit: number },
  ): Promise<{ entries: AuditEntry[]; total: number }>;
  /** Deletes at most `limit` of those before `before`, oldest first; answers how many there were. */
  deleteBefore(before: EpochMs, limit: number): Promise<number>;
}
