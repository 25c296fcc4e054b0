import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { wakeUp } from '../../../src/services/incident/wake-up.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let pageId: string;
let ann: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());

async function anIncident(targets: readonly (string | null)[]): Promise<string> {
  pageId = await api.page();
  ann = (await api.member(pageId, 'ann@shop.test')).id;
  const emptyTeam = await api.team(pageId, 'Nobody');
  await api.post('/escalation-policies', {
    pageId,
    name: 'Backend',
    rules: targets.map((target, index) => ({
      delayInMins: index * 10,
      actions: [
        target === null
          ? { type: 'NOTIFY_TEAM', targetId: emptyTeam }
          : { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ann },
      ],
    })),
  });
  const opened = await api.post(`/v1/${pageId}/incidents`, { name: 'Down', status: 'INVESTIGATING' });
  return opened.body.id as string;
}

const wake = (id: string) => wakeUp(contextOf(api.services, SYSTEM), { incidentId: id });
const escalations = async (id: string) => {
  const { body } = await api.get(`/incidents/${id}/timeline`);
  return (body.events as { type: string; data: { rule?: number; dueAt?: string } }[]).flatMap(
    ({ type, data }) => (type === 'incident.escalated' && data.rule !== undefined ? [data] : []),
  );
};

test('a snooze whose end is seen late delays no level: it is due as if the end had been seen in time', async () => {
  const openedAt = api.clock.now();
  const id = await anIncident(['ann', 'ann']);
  await api.post(`/incidents/${id}/snooze`, { minutes: 30 });
  api.clock.move(35 * MINUTE_MS);
  await wake(id);
  api.clock.move(5 * MINUTE_MS);
  await wake(id);
  expect((await escalations(id)).map(({ rule, dueAt }) => [rule, dueAt])).toEqual([
    [1, new Date(openedAt).toISOString()],
    [2, new Date(openedAt + 40 * MINUTE_MS).toISOString()],
  ]);
});

test.each(['acknowledge', 'snooze'])(
  'escalating after %s hands on at once where a level reaches nobody',
  async (verb) => {
    const id = await anIncident(['ann', null, 'ann', 'ann']);
    await api.post(`/incidents/${id}/${verb}`, verb === 'snooze' ? { minutes: 60 } : {});
    const { body } = await api.post(`/incidents/${id}/escalate`);
    expect((await escalations(id)).map(({ rule }) => rule)).toEqual([1, 2, 3]);
    expect(body.incident.response.escalationLevel).toBe(3);
  },
);
