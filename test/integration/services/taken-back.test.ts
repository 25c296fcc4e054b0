import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time/instant.ts';
import type { Sender } from '../../../src/services/ports/sender.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { wakeUp } from '../../../src/services/incident/wake-up.ts';
import { deliver } from '../../../src/services/notification/deliver.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
const sent: { channel: string; minute: number }[] = [];
let openedAt = 0;

beforeAll(async () => {
  api = await openApi();
  const minute = () => (api.clock.now() - openedAt) / MINUTE_MS;
  const sender = (channel: Sender['channel']): Sender => ({
    channel,
    send: async () => {
      sent.push({ channel, minute: minute() });
      return { kind: 'sent', externalId: null };
    },
  });
  completeServices(api.services);
  Object.assign(api.services, {
    senders: new Map([
      ['EMAIL', sender('EMAIL')],
      ['SMS', sender('SMS')],
    ]),
  });
});
afterAll(() => api.close());

/** An e-mail at once and an SMS after two minutes, by a policy of one level. */
async function anIncident(policy: Record<string, unknown> = {}): Promise<string> {
  sent.length = 0;
  const pageId = await api.page();
  const { id: ann } = await api.member(pageId, 'ann@shop.test');
  await api.put(`/v1/${pageId}/team/${ann}`, {
    phone: '+15005550010',
    notificationRules: [
      { channel: 'EMAIL', delayInMins: 0 },
      { channel: 'SMS', delayInMins: 2 },
    ],
  });
  await api.post('/escalation-policies', {
    pageId,
    name: 'Only Ann',
    rules: [{ delayInMins: 0, actions: [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ann }] }],
    ...policy,
  });
  openedAt = api.clock.now();
  const opened = await api.post(`/v1/${pageId}/incidents`, { name: 'Down', status: 'INVESTIGATING' });
  return opened.body.id as string;
}

/** Lets minutes pass, one at a time, and does what falls due in each. */
async function pass(minutes: number, id: string): Promise<void> {
  for (let i = 0; i < minutes; i += 1) {
    await work(id);
    api.clock.move(MINUTE_MS);
  }
  await work(id);
}
async function work(id: string): Promise<void> {
  await wakeUp(contextOf(api.services, SYSTEM), { incidentId: id });
  for (const channel of ['EMAIL', 'SMS'] as const) {
    await deliver(contextOf(api.services, SYSTEM), { channel, limit: 50 });
  }
}
const minutesOf = (channel: string) => sent.filter((s) => s.channel === channel).map((s) => s.minute);

test('an acknowledgement taken back by hand lets the SMS go on, as far off as it was', async () => {
  const id = await anIncident();
  await pass(1, id);
  await api.post(`/incidents/${id}/acknowledge`);
  await pass(9, id);
  expect(minutesOf('SMS')).toEqual([]);
  await api.post(`/incidents/${id}/unacknowledge`);
  await pass(3, id);
  expect(minutesOf('EMAIL')).toEqual([0]);
  expect(minutesOf('SMS')).toEqual([11]);
});

test('a pass that takes the acknowledgement back tells by every channel anew', async () => {
  const id = await anIncident({ repeat: true, repeatCount: 1, repeatDelay: 10, revertAcknowledgement: true });
  await pass(1, id);
  await api.post(`/incidents/${id}/acknowledge`);
  await pass(14, id);
  expect(minutesOf('EMAIL')).toEqual([0, 10]);
  expect(minutesOf('SMS')).toEqual([12]);
});

test('a reopened incident tells by every channel anew', async () => {
  const id = await anIncident();
  await pass(1, id);
  await api.post(`/incidents/${id}/resolve`);
  await pass(4, id);
  await api.post(`/incidents/${id}/reopen`);
  await pass(3, id);
  expect(minutesOf('EMAIL')).toEqual([0, 5]);
  expect(minutesOf('SMS')).toEqual([7]);
});

test('a timeline ends with what happened last, however much came before', async () => {
  const id = await anIncident();
  for (let i = 0; i < 3; i += 1) await api.post(`/incidents/${id}/notes`, { text: `note ${i}` });
  const latest = await api.store.events.latestOfIncident(id, 2);
  expect(latest.map((event) => event.text)).toEqual(['note 1', 'note 2']);
});

test('text that the database cannot hold is stored with a mark in its place', async () => {
  const id = await anIncident();
  const { pageId } = (await api.store.incidents.find(id)) ?? { pageId: '' };
  await api.store.additions.insert(
    {
      events: [
        {
          id: 'evt_unstorable',
          pageId,
          type: 'note',
          at: api.clock.now(),
          incidentId: id,
          monitorId: null,
          scheduleId: null,
          actor: 'Ann',
          text: 'bro\0ken \ud83d',
          data: { reason: 'x\0' },
        },
      ],
    },
    api.clock.now(),
  );
  const [event] = await api.store.events.latestOfIncident(id, 1);
  expect(event).toMatchObject({ text: 'bro\ufffdken \ufffd', data: { reason: 'x\ufffd' } });
});
