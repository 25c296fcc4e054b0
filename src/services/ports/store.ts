import type { ApiKeyRepository } from './api-keys.ts';
import type { ChatRequestRepository } from './chat-requests.ts';
import type { ChatMessageRepository } from './chat-messages.ts';
import type { ComponentRepository } from './components.ts';
import type { EventRepository } from './events.ts';
import type { FiringRepository } from './firings.ts';
import type { IncidentRepository } from './incidents.ts';
import type { InstallationRepository } from './installation.ts';
import type { MemberRepository } from './members.ts';
import type { MonitorRepository } from './monitors.ts';
import type { NotificationRepository } from './notifications.ts';
import type { OutboxRepository } from './outbox.ts';
import type { PageRepository } from './pages.ts';
import type { PolicyRepository } from './policies.ts';
import type { RoutingRuleRepository } from './routing-rules.ts';
import type { RunRepository } from './runs.ts';
import type { ScheduleRepository } from './schedules.ts';
import type { TeamRepository } from './teams.ts';

/** All that is stored, one repository an aggregate. Inside a transaction every one of them is of that transaction. */
export type Store = {
  readonly apiKeys: ApiKeyRepository;
  readonly chatMessages: ChatMessageRepository;
  readonly chatRequests: ChatRequestRepository;
  readonly components: ComponentRepository;
  readonly events: EventRepository;
  readonly firings: FiringRepository;
  readonly incidents: IncidentRepository;
  readonly installation: InstallationRepository;
  readonly members: MemberRepository;
  readonly monitors: MonitorRepository;
  readonly notifications: NotificationRepository;
  readonly outbox: OutboxRepository;
  readonly pages: PageRepository;
  readonly policies: PolicyRepository;
  readonly routingRules: RoutingRuleRepository;
  readonly runs: RunRepository;
  readonly schedules: ScheduleRepository;
  readonly teams: TeamRepository;
};

/** Opens transactions; only services do that. */
export interface UnitOfWork {
  /** Each call is a statement of its own. */
  readonly read: Store;
  /**
   * Runs `work` in one transaction: all of it or nothing. A deadlock or serialization failure runs it again (so it
   * may only touch the store), at most three times.
   */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Whether the database answers. */
  ping(): Promise<{ ok: true } | { ok: false; reason: string }>;
}
