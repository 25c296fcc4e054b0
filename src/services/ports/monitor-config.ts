import type { MonitorAssertion } from '../../core/monitor/assertion.ts';
import type { MonitorStatus } from '../../core/monitor/status.ts';
import type { EpochMs } from '../../core/time/instant.ts';

export const MONITOR_TYPES = ['HTTP', 'HTTP_API', 'PING', 'TCP', 'DNS', 'HEARTBEAT'] as const;
export type MonitorType = (typeof MONITOR_TYPES)[number];

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

export const LOCATIONS = ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1', 'AP_SOUTHEAST_2'] as const;
export type Location = (typeof LOCATIONS)[number];

export type BasicAuth = { readonly username: string; readonly password: string };

/** What a change to DOWN does. */
export type OnFail = {
  readonly createIncident: boolean;
  readonly createOutageDuration: boolean;
  readonly publishIncident: boolean;
  readonly notifySubscribers: boolean;
};

/** What a change back to UP does. */
export type OnRecover = {
  readonly resolveIncident: boolean;
  readonly resolveOutageDuration: boolean;
  readonly publishIncident: boolean;
  readonly notifySubscribers: boolean;
};

export type Monitor = {
  readonly id: string;
  readonly pageId: string;
  readonly type: MonitorType;
  readonly name: string;
  readonly url: string | null;
  readonly httpMethod: HttpMethod;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string>>;
  readonly basicAuth: BasicAuth | null;
  readonly assertions: readonly (MonitorAssertion & { readonly id: string })[];
  /** Ids of alerts. */
  readonly alerts: readonly string[];
  /** At least one, in the order given, without doubles. */
  readonly locations: readonly Location[];
  /** Seconds. */
  readonly checksIntervalS: number;
  /** Immediate retries that confirm a new outcome. */
  readonly failureConfirmations: number;
  /** Of HEARTBEAT only: how long after the interval a heartbeat may come. */
  readonly graceSeconds: number;
  /** Of HEARTBEAT only, else null: the secret in its address. Never in a log. */
  readonly heartbeatToken: string | null;
  /** Whether `componentId` follows the monitor's status. */
  readonly createComponent: boolean;
  readonly componentId: string | null;
  readonly createMetric: boolean;
  readonly onFail: OnFail;
  readonly onRecover: OnRecover;
  readonly groupId: string | null;
  readonly paused: boolean;
  readonly status: MonitorStatus;
  readonly statusChangedAt: EpochMs | null;
  readonly lastCheckedAt: EpochMs | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};
