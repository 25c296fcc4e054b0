import { expect, test } from 'vitest';
import { anAlertStory, toReceiver, type AlertStory, type WatchedMonitor } from '../../support/alerts.ts';
import type { Json } from '../../support/product.ts';
import { addMember } from '../../support/team.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Story = AlertStory & {
  readonly shop: WatchedMonitor;
  readonly incidentId: string;
  /** Somebody acts on that incident. */
  readonly act: (verb: string, body?: object) => Promise<Json>;
};

/** What makes each event that is promised happen; all of it once, in this order. */
const HAPPENINGS: Readonly<Record<string, (story: Story) => Promise<unknown>>> = {
  'monitor.degraded': ({ shop }) => shop.finds('DEGRADED'),
  'monitor.down': ({ shop }) => shop.finds('DOWN'),
  'monitor.recovered': ({ shop }) => shop.finds('UP'),
  'monitor.ssl_expiring': async (story) => {
    const alert = toReceiver(story, '/alerts', { whenFails: false, whenSslExpires: true });
    const site = await story.monitor('With a certificate', [alert]);
    site.certificate(3);
    await site.finds('UP');
    await story.later(MINUTE);
  },
  'incident.opened': (story) => story.idle(),
  'notification.sent': (story) => story.idle(),
  'incident.escalated': (story) => story.act('escalate'),
  'incident.acknowledged': (story) => story.act('acknowledge'),
  'incident.unacknowledged': (story) => story.act('unacknowledge'),
  'incident.snoozed': (story) => story.act('snooze', { minutes: 30 }),
  'incident.updated': (story) =>
    story.product.ok('PUT', `/v1/${story.pageId}/incidents/${story.incidentId}`, {
      name: 'Payments are down',
    }),
  'incident.resolved': (story) => story.act('resolve'),
  'incident.reopened': (story) => story.act('reopen'),
  'notification.failed': async (story) => {
    story.smtp.behave({ kind: 'refuseRecipient' });
    await open(story, 'Nobody reads this');
  },
  'oncall.handoff': (story) => story.later(26 * HOUR),
};

const open = (of: AlertStory, name: string): Promise<Json> =>
  of.product.ok('POST', `/v1/${of.pageId}/incidents`, { name, status: 'INVESTIGATING' });

async function aStory(): Promise<Story> {
  const made = await anAlertStory();
  const { product, pageId, receiver, clock } = made;
  await product.ok('POST', '/webhook-subscriptions', { pageId, url: `${receiver.url}/events` });
  const members = [
    await addMember(product, pageId, 'ann@example.com', 'Ann'),
    await addMember(product, pageId, 'ben@example.com', 'Ben'),
  ];
  await product.ok('POST', '/on-call-schedules', {
    pageId,
    name: 'Primary',
    onCallShifts: [
      {
        name: 'Days',
        members: members.map(({ id }) => ({ workspaceMemberId: id, color: '#336699' })),
        rotationType: 'DAILY',
        startDate: new Date(clock.now() - HOUR).toISOString(),
      },
    ],
  });
  await product.ok('POST', '/escalation-policies', {
    pageId,
    name: 'Default',
    rules: [10, 20, 30].map((delayInMins) => ({
      delayInMins,
      actions: [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: null }],
    })),
  });
  await product.tocsin.work.tickNow();
  const shop = await made.monitor('Shop', []);
  const incidentId = (await open(made, 'Checkout is down')).id as string;
  const act = (verb: string, body: object = {}) =>
    product.ok('POST', `/incidents/${incidentId}/${verb}`, body);
  return { ...made, shop, incidentId, act };
}

test('everything that is promised to be told is told, with its page and what it is about', async () => {
  const story = await aStory();
  const told = () => story.taken('/events');
  for (const [type, happen] of Object.entries(HAPPENINGS)) {
    await happen(story);
    await until(`${type} is told`, async () => {
      await story.product.tocsin.work.tickNow();
      return told().some((event) => event.type === type);
    });
  }
  for (const { type, timestamp, data } of told()) {
    expect(data).toMatchObject({ id: expect.any(String), pageId: story.pageId });
    expect(Number.isNaN(Date.parse(timestamp))).toBe(false);
    const [kind] = type.split('.');
    const about = { monitor: data.monitorId, oncall: data.scheduleId }[kind as string] ?? data.incidentId;
    expect({ type, about }).toEqual({ type, about: expect.any(String) });
  }
});
