import type { AlertType } from '../../core/monitor/alert-recipient.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** Who is told of what about the monitors that it is linked to. */
export type MonitorAlert = {
  readonly id: string;
  readonly pageId: string;
  readonly type: AlertType;
  /** Empty for INCIDENT. */
  readonly recipient: string;
  readonly recipientWorkspace: string | null;
  readonly whenFails: boolean;
  readonly whenRecovers: boolean;
  readonly whenDegrades: boolean;
  readonly whenSslExpires: boolean;
  /** Days before a certificate's end from which on it is told. */
  readonly sslExpiresInDays: number;
  /** Ids of monitors, in rising order. */
  readonly monitors: readonly string[];
  readonly metadata: string | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export interface MonitorAlertRepository {
  find(id: string): Promise<MonitorAlert | null>;
  /** As `find`, keeping every other writer of it waiting until the transaction ends. */
  lock(id: string): Promise<MonitorAlert | null>;
  /** Oldest first. */
  list(filter: {
    pageId: string;
    offset: number;
    limit: number;
  }): Promise<{ alerts: MonitorAlert[]; total: number }>;
  /** With its links to monitors. */
  insert(alert: MonitorAlert): Promise<void>;
  /** Without its links. */
  update(alert: MonitorAlert): Promise<void>;
  /** Links the alert to exactly these monitors. */
  link(alertId: string, monitors: readonly string[]): Promise<void>;
  /** With its messages: what is not sent yet never is. */
  remove(id: string): Promise<void>;
  /** Which of `ids` are monitors of the page; none of them is deleted or changes its links until the transaction ends. */
  lockMonitors(pageId: string, ids: readonly string[]): Promise<string[]>;
}
