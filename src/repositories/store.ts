import type { Store } from '../services/ports/store.ts';
import { additionRepository } from './additions.ts';
import { alertMessageRepository } from './alert-messages.ts';
import { announcementRepository } from './announcements.ts';
import { apiKeyRepository } from './api-keys.ts';
import { auditLogRepository } from './audit-log.ts';
import { chatMessageRepository } from './chat-messages.ts';
import { chatRequestRepository } from './chat-requests.ts';
import type { Db } from './client.ts';
import { componentRepository } from './components.ts';
import { eventRepository } from './events.ts';
import { eventStreamRepository } from './event-stream.ts';
import { fairnessRepository } from './fairness.ts';
import { firingRepository } from './firings.ts';
import { handoffWatchRepository } from './handoff-watch.ts';
import { heartbeatRepository } from './heartbeats.ts';
import { idempotentAnswerRepository } from './idempotent-answers.ts';
import { incidentRepository } from './incidents.ts';
import { installationRepository } from './installation.ts';
import { integrationRepository } from './integrations.ts';
import { lockRepository } from './locks.ts';
import { maintenanceRepository } from './maintenances.ts';
import { memberRepository } from './members.ts';
import { metricRepository } from './metrics.ts';
import { monitorAlertRepository } from './monitor-alerts.ts';
import { monitorGroupRepository } from './monitor-groups.ts';
import { monitorRepository } from './monitors.ts';
import { noticeRepository } from './notices.ts';
import { notificationRepository } from './notifications.ts';
import { onCallHealthRepository } from './on-call-health.ts';
import { outageRepository } from './outages.ts';
import { outboxRepository } from './outbox.ts';
import { pageRepository } from './pages.ts';
import { policyRepository } from './policies.ts';
import { routingRuleRepository } from './routing-rules.ts';
import { runRepository } from './runs.ts';
import { scheduleVersionRepository } from './schedule-versions.ts';
import { scheduleRepository } from './schedules.ts';
import { subscriberRepository } from './subscribers.ts';
import { swapRepository } from './swaps.ts';
import { targetRepository } from './targets.ts';
import { teamRepository } from './teams.ts';
import { templateRepository } from './templates.ts';
import { timeOffRepository } from './time-off.ts';
import { webhookDeliveryRepository } from './webhook-deliveries.ts';
import { webhookSubscriptionRepository } from './webhook-subscriptions.ts';

/** Every repository on one database or transaction. */
export function storeOf(db: Db): Store {
  return {
    additions: additionRepository(db),
    alertMessages: alertMessageRepository(db),
    announcements: announcementRepository(db),
    apiKeys: apiKeyRepository(db),
    auditLog: auditLogRepository(db),
    chatMessages: chatMessageRepository(db),
    chatRequests: chatRequestRepository(db),
    components: componentRepository(db),
    events: eventRepository(db),
    eventStream: eventStreamRepository(db),
    fairness: fairnessRepository(db),
    firings: firingRepository(db),
    handoffWatch: handoffWatchRepository(db),
    heartbeats: heartbeatRepository(db),
    idempotentAnswers: idempotentAnswerRepository(db),
    incidents: incidentRepository(db),
    installation: installationRepository(db),
    integrations: integrationRepository(db),
    locks: lockRepository(db),
    maintenances: maintenanceRepository(db),
    members: memberRepository(db),
    metrics: metricRepository(db),
    monitorAlerts: monitorAlertRepository(db),
    monitorGroups: monitorGroupRepository(db),
    monitors: monitorRepository(db),
    notices: noticeRepository(db),
    notifications: notificationRepository(db),
    onCallHealth: onCallHealthRepository(db),
    outages: outageRepository(db),
    outbox: outboxRepository(db),
    pages: pageRepository(db),
    policies: policyRepository(db),
    routingRules: routingRuleRepository(db),
    runs: runRepository(db),
    schedules: scheduleRepository(db),
    scheduleVersions: scheduleVersionRepository(db),
    subscribers: subscriberRepository(db),
    swaps: swapRepository(db),
    targets: targetRepository(db),
    teams: teamRepository(db),
    templates: templateRepository(db),
    timeOff: timeOffRepository(db),
    webhookDeliveries: webhookDeliveryRepository(db),
    webhookSubscriptions: webhookSubscriptionRepository(db),
  };
}
