import type { Store } from '../services/ports/store.ts';
import { apiKeyRepository } from './api-keys.ts';
import { chatMessageRepository } from './chat-messages.ts';
import { chatRequestRepository } from './chat-requests.ts';
import type { Db } from './client.ts';
import { componentRepository } from './components.ts';
import { eventRepository } from './events.ts';
import { firingRepository } from './firings.ts';
import { incidentRepository } from './incidents.ts';
import { installationRepository } from './installation.ts';
import { memberRepository } from './members.ts';
import { monitorRepository } from './monitors.ts';
import { notificationRepository } from './notifications.ts';
import { outboxRepository } from './outbox.ts';
import { pageRepository } from './pages.ts';
import { policyRepository } from './policies.ts';
import { routingRuleRepository } from './routing-rules.ts';
import { runRepository } from './runs.ts';
import { scheduleRepository } from './schedules.ts';
import { teamRepository } from './teams.ts';

/** Every repository on one database or transaction. */
export function storeOf(db: Db): Store {
  return {
    apiKeys: apiKeyRepository(db),
    chatMessages: chatMessageRepository(db),
    chatRequests: chatRequestRepository(db),
    components: componentRepository(db),
    events: eventRepository(db),
    firings: firingRepository(db),
    incidents: incidentRepository(db),
    installation: installationRepository(db),
    members: memberRepository(db),
    monitors: monitorRepository(db),
    notifications: notificationRepository(db),
    outbox: outboxRepository(db),
    pages: pageRepository(db),
    policies: policyRepository(db),
    routingRules: routingRuleRepository(db),
    runs: runRepository(db),
    schedules: scheduleRepository(db),
    teams: teamRepository(db),
  };
}
