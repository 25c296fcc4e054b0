import type { MonitorStatus } from '../../core/monitor/status.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** What happens, as the product names it. `note` is what a person wrote down. */
export const EVENT_TYPES = [
  'monitor.down',
  'monitor.degraded',
  'monitor.recovered',
  'monitor.unknown',
  'monitor.ssl_expiring',
  'monitor.suppressed',
  'monitor.unsuppressed',
  'incident.opened',
  'incident.acknowledged',
  'incident.unacknowledged',
  'incident.escalated',
  'incident.snoozed',
  'incident.updated',
  'incident.resolved',
  'incident.reopened',
  'notification.sent',
  'notification.failed',
  'oncall.handoff',
  'maintenance.started',
  'maintenance.ended',
  'note',
  'webhook.disabled',
  'webhook.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What streams and webhook subscriptions can ask for: all but the test that one subscription alone is sent. */
export const PUBLISHED_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== 'webhook.test');

export type NewEvent = {
  readonly id: string;
  readonly pageId: string;
  readonly type: EventType;
  readonly at: EpochMs;
  readonly incidentId: string | null;
  readonly monitorId: string | null;
  readonly scheduleId: string | null;
  readonly actor: string;
  /** One sentence. */
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** `seq` is the order in which events were recorded. */
export type RecordedEvent = NewEvent & { readonly seq: bigint };

export interface EventRepository {
  /** The last ones, in order. */
  latestOfIncident(incidentId: string, limit: number): Promise<RecordedEvent[]>;
  /** In order; those after `afterSeq`, at most `limit`. */
  ofIncident(incidentId: string, options: { afterSeq: bigint; limit: number }): Promise<RecordedEvent[]>;
  /** What a monitor was before it became UNKNOWN for the last time; null where nothing is recorded of that. */
  statusBeforeUnknown(monitor: { id: string; pageId: string }): Promise<MonitorStatus | null>;
}
