import type { Incident } from '../../src/core/incident/types.ts';
import { asEpochMs } from '../../src/core/time/instant.ts';
import type { Member } from '../../src/services/ports/members.ts';
import type { Page } from '../../src/services/ports/pages.ts';

const AT = asEpochMs(Date.UTC(2026, 2, 30, 9, 0));

export function aPage(over: Partial<Page> = {}): Page {
  return {
    id: 'page_1',
    name: 'Shop',
    subdomain: 'shop',
    email: 'shop@example.com',
    chatChannel: null,
    settings: {},
    createdAt: AT,
    updatedAt: AT,
    ...over,
  };
}

export function aMember(over: Partial<Member> = {}): Member {
  return {
    id: 'mbr_ann',
    pageId: 'page_1',
    email: 'ann@example.com',
    name: 'Ann',
    phone: null,
    avatar: null,
    timeZone: 'UTC',
    chatUserId: null,
    webhookUrl: null,
    webhookSecret: null,
    permission: 'MEMBER',
    notificationRules: null,
    country: null,
    handoffReminders: [],
    createdAt: AT,
    updatedAt: AT,
    ...over,
  };
}

export function anIncident(over: Partial<Incident> = {}): Incident {
  return {
    id: 'inc_1',
    pageId: 'page_1',
    number: 12,
    name: 'checkout is down',
    description: '',
    status: 'INVESTIGATING',
    impact: 'MAJOROUTAGE',
    source: 'API',
    dedupKey: null,
    published: false,
    monitorId: null,
    startedAt: AT,
    response: {
      state: 'TRIGGERED',
      acknowledgedBy: null,
      acknowledgedById: null,
      acknowledgedAt: null,
      snoozedAt: null,
      snoozedUntil: null,
      resolvedAt: null,
    },
    escalationLevel: 0,
    version: 1,
    components: [],
    translations: {},
    createdAt: AT,
    updatedAt: AT,
    ...over,
  };
}
