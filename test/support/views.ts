import { asEpochMs } from '../../src/core/time/instant.ts';
import type { IncidentView, PageView } from '../../src/core/notification/message.ts';
import type { NoticeView } from '../../src/core/notification/notice.ts';
import type { OutboundNotice, OutboundPage, Recipient } from '../../src/services/ports/sender.ts';

/** An incident as messages show it; every field can be overridden. */
export function incidentView(over: Partial<IncidentView> = {}): IncidentView {
  return {
    id: 'inc_1',
    number: 12,
    name: 'checkout is down',
    description: 'Every payment fails.',
    impact: 'MAJOROUTAGE',
    status: 'INVESTIGATING',
    state: 'TRIGGERED',
    source: 'API',
    startedAt: asEpochMs(Date.UTC(2026, 2, 30, 9, 0)),
    acknowledgedBy: null,
    acknowledgedAt: null,
    snoozedUntil: null,
    resolvedAt: null,
    escalationLevel: 1,
    version: 1,
    pageName: 'Shop',
    componentNames: ['Checkout'],
    url: 'https://tocsin.example/incidents/inc_1',
    ...over,
  };
}

export function pageView(over: Partial<PageView> = {}): PageView {
  return {
    incidents: [incidentView()],
    why: 'You are on call in Backend.',
    isRepeat: false,
    acknowledgeUrl: 'https://tocsin.example/acknowledge/signed-token',
    ...over,
  };
}

/** `count` open incidents, numbered from 1. */
export function storm(count: number, over: Partial<IncidentView> = {}): PageView {
  const [first, ...rest] = Array.from({ length: count }, (_, index) =>
    incidentView({
      id: `inc_${index + 1}`,
      number: index + 1,
      name: `service ${index + 1} is down`,
      url: `https://tocsin.example/incidents/inc_${index + 1}`,
      ...over,
    }),
  );
  if (first === undefined) throw new Error('a storm has at least one incident');
  return pageView({ incidents: [first, ...rest], acknowledgeUrl: null });
}

export function recipient(over: Partial<Recipient> = {}): Recipient {
  return {
    memberId: 'mbr_1',
    name: 'Ann',
    email: 'ann@example.com',
    phone: '+4915112345678',
    chatUserId: 'U0ANN',
    webhookUrl: null,
    webhookSecret: null,
    ...over,
  };
}

export function outboundPage(over: Partial<OutboundPage> = {}): OutboundPage {
  return {
    key: 'inc_1|fir_1|mbr_1|CHAT|0',
    recipient: recipient(),
    view: pageView(),
    now: asEpochMs(Date.now()),
    ...over,
  };
}

export function noticeView(over: Partial<NoticeView> = {}): NoticeView {
  return {
    type: 'oncall.handoff',
    title: 'You are on call for Primary',
    text: 'Until Mon 2026-04-06 09:00 Europe/Berlin. You take over from Ben.',
    url: 'https://tocsin.example/schedules/sch_1',
    ...over,
  };
}

export function outboundNotice(over: Partial<OutboundNotice> = {}): OutboundNotice {
  return {
    key: 'ntc_1',
    recipient: recipient(),
    notice: noticeView(),
    now: asEpochMs(Date.now()),
    ...over,
  };
}
