import type { AdditionRepository } from './additions.ts';
import type { AlertMessageRepository } from './alert-messages.ts';
import type { AnnouncementRepository } from './announcements.ts';
import type { ApiKeyRepository } from './api-keys.ts';
import type { AuditLogRepository } from './audit-log.ts';
import type { ChatRequestRepository } from './chat-requests.ts';
import type { ChatMessageRepository } from './chat-messages.ts';
import type { ComponentRepository } from './components.ts';
import type { EventRepository } from './events.ts';
import type { EventStreamRepository } from './event-stream.ts';
import type { FairnessRepository } from './fairness.ts';
import type { FiringRepository } from './firings.ts';
import type { HandoffWatchRepository } from './handoff-watch.ts';
import type { HeartbeatRepository } from './heartbeats.ts';
import type { IdempotentAnswerRepository } from './idempotent-answers.ts';
import type { IncidentRepository } from './incidents.ts';
import type { InstallationRepository } from './installation.ts';
import type { IntegrationRepository } from './integrations.ts';
import type { LockRepository } from './locks.ts';
import type { MaintenanceRepository } from './maintenances.ts';
import type { MemberRepository } from './members.ts';
import type { MetricRepository } from './metrics.ts';
import type { MonitorAlertRepository } from './monitor-alerts.ts';
import type { MonitorGroupRepository } from './monitor-groups.ts';
import type { MonitorRepository } from './monitors.ts';
import type { NoticeRepository } from './notices.ts';
import type { NotificationRepository } from './notifications.ts';
import type { OnCallHealthRepository } from './on-call-health.ts';
import type { OutageRepository } from './outages.ts';
import type { OutboxRepository } from './outbox.ts';
import type { PageRepository } from './pages.ts';
import type { PolicyRepository } from './policies.ts';
import type { RoutingRuleRepository } from './routing-rules.ts';
import type { RunRepository } from './runs.ts';
import type { ScheduleVersionRepository } from './schedule-versions.ts';
import type { ScheduleRepository } from './schedules.ts';
import type { SubscriberRepository } from './subscribers.ts';
import type { SwapRepository } from './swaps.ts';
import type { TargetRepository } from './targets.ts';
import type { TeamRepository } from './teams.ts';
import type { TemplateRepository } from './templates.ts';
import type { TimeOffRepository } from './time-off.ts';
import type { WebhookDeliveryRepository } from './webhook-deliveries.ts';
import type { WebhookSubscriptionRepository } from './webhook-subscriptions.ts';

/** All that is stored, one repository an aggregate. Inside a transaction every one of them is of that transaction. */
export type Store = {
  readonly additions: AdditionRepository;
  readonly alertMessages: AlertMessageRepository;
  readonly announcements: AnnouncementRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly auditLog: AuditLogRepository;
  readonly chatMessages: ChatMessageRepository;
  readonly chatRequests: ChatRequestRepository;
  readonly components: ComponentRepository;
  readonly events: EventRepository;
  readonly eventStream: EventStreamRepository;
  readonly fairness: FairnessRepository;
  readonly firings: FiringRepository;
  readonly handoffWatch: HandoffWatchRepository;
  readonly heartbeats: HeartbeatRepository;
  readonly idempotentAnswers: IdempotentAnswerRepository;
  readonly incidents: IncidentRepository;
  readonly installation: InstallationRepository;
  readonly integrations: IntegrationRepository;
  readonly locks: LockRepository;
  readonly maintenances: MaintenanceRepository;
  readonly members: MemberRepository;
  readonly metrics: MetricRepository;
  readonly monitorAlerts: MonitorAlertRepository;
  readonly monitorGroups: MonitorGroupRepository;
  readonly monitors: MonitorRepository;
  readonly notices: NoticeRepository;
  readonly notifications: NotificationRepository;
  readonly onCallHealth: OnCallHealthRepository;
  readonly outages: OutageRepository;
  readonly outbox: OutboxRepository;
  readonly pages: PageRepository;
  readonly policies: PolicyRepository;
  readonly routingRules: RoutingRuleRepository;
  readonly runs: RunRepository;
  readonly schedules: ScheduleRepository;
  readonly scheduleVersions: ScheduleVersionRepository;
  readonly subscribers: SubscriberRepository;
  readonly swaps: SwapRepository;
  readonly targets: TargetRepository;
  readonly teams: TeamRepository;
  readonly templates: TemplateRepository;
  readonly timeOff: TimeOffRepository;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly webhookSubscriptions: WebhookSubscriptionRepository;
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
  /**
   * The same, in one transaction with others that come at the same time: for small units of work of which many come at
   * once and each is a few statements, which they then share. None fails for another's sake.
   */
  together<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction that holds whatever units of work, and reads, it does with `inner`. As a
   * `transaction`, it may run again.
   */
  whole<T>(work: (inner: UnitOfWork) => Promise<T>): Promise<T>;
  /** Whether the database answers. */
  ping(): Promise<{ ok: true } | { ok: false; reason: string }>;
}
