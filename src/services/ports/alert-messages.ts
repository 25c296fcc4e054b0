import type { AlertFlag, WatchedCertificate } from '../../core/monitor/alert.ts';
import type { AlertView } from '../../core/monitor/alert-message.ts';
import type { AlertType } from '../../core/monitor/alert-recipient.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { OutboxEntry } from './outbox.ts';

/** What is to be told to those of a monitor's alerts that ask for it: each once a subject. */
export type AlertPromise = {
  readonly monitorId: string;
  /** The event that is told, or the certificate. */
  readonly subject: string;
  /** Which alerts ask: those with that flag, or those whose limit the days left have reached. */
  readonly asks: AlertFlag | { readonly daysLeft: number };
  readonly view: AlertView;
  /** From then on it is not sent any more. */
  readonly expiresAt: EpochMs;
  /** The alerts that may ask, and the id that a message of each would get. */
  readonly candidates: readonly { readonly alertId: string; readonly messageId: string }[];
};

/** A message that was promised just now. One of an INCIDENT alert is never sent: its incident opens with it. */
export type PromisedAlert = { readonly id: string; readonly type: AlertType };

/** A message with the alert as it is now: whoever changes the recipient changes where it goes. */
export type AlertMessage = {
  readonly id: string;
  readonly alertId: string;
  readonly monitorId: string;
  readonly type: AlertType;
  readonly recipient: string;
  readonly view: AlertView;
  readonly expiresAt: EpochMs;
  readonly sentAt: EpochMs | null;
  readonly failedAt: EpochMs | null;
  readonly createdAt: EpochMs;
};

export interface AlertMessageRepository {
  /** Stores a message for every candidate that is linked, asks, and was not told of the subject before. One statement. */
  promise(promise: AlertPromise, now: EpochMs): Promise<PromisedAlert[]>;
  /** Whether an INCIDENT alert that is linked to the monitor has that flag. */
  opensIncident(monitorId: string, flag: AlertFlag): Promise<boolean>;
  /** Of certificates seen those that an alert asks about and was not told of. One statement whatever the number. */
  certificatesDue(
    seen: readonly (WatchedCertificate & { readonly monitorId: string })[],
  ): Promise<{ monitorId: string; subject: string; opensIncident: boolean }[]>;
  find(id: string): Promise<AlertMessage | null>;
  recordSent(id: string, sent: { externalId: string | null; at: EpochMs }): Promise<void>;
  /** It is given up. Needs the lease of the request that it was tried under. */
  recordFailed(
    id: string,
    lease: Pick<OutboxEntry, 'id' | 'leaseToken'>,
    failure: { reason: string; at: EpochMs },
  ): Promise<void>;
  /** Forgets what was made before `instant` and has expired before it, at most `limit`; answers how many. */
  deleteBefore(instant: EpochMs, limit: number): Promise<number>;
}
