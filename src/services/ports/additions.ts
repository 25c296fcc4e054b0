import type { EpochMs } from '../../core/time/instant.ts';
import type { AuditEntry } from './audit-log.ts';
import type { ChatMessage } from './chat-messages.ts';
import type { NewEvent } from './events.ts';
import type { Firing } from './firings.ts';
import type { IncidentUpdate } from './incidents.ts';
import type { NewNotification } from './notifications.ts';
import type { OutboxRequest } from './outbox.ts';
import type { Run } from './runs.ts';

/** Rows that a use case adds, and one that it changes, and that nothing in its transaction reads. */
export type Additions = {
  readonly updates: readonly IncidentUpdate[];
  readonly runs: readonly Run[];
  /** A run, pass and rule fire once: a second one fails. */
  readonly firings: readonly Firing[];
  readonly notifications: readonly NewNotification[];
  /** Those that are known already are passed over. */
  readonly chatMessages: readonly ChatMessage[];
  /** Recorded in their order. */
  readonly events: readonly NewEvent[];
  readonly audited: readonly AuditEntry[];
  /** Work; where the same is asked for already, that request counts up, so that one doing serves both. */
  readonly requests: readonly (OutboxRequest & { readonly id: string })[];
  /** The escalation level that incidents have come to. */
  readonly levels: readonly { readonly incidentId: string; readonly level: number }[];
};

export interface AdditionRepository {
  /** All of them in one statement. Throws `TryAgainError` where something that they name was deleted meanwhile. */
  insert(additions: Partial<Additions>, now: EpochMs): Promise<void>;
}
