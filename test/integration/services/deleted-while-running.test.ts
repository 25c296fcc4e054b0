import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { wakeUp } from '../../../src/services/incident/wake-up.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());

/** An incident whose policy tells Ann at once, a team of Ben's after ten minutes and Cem after twenty. */
async function aRun() {
  const pageId = await api.page();
  const idOf: Record<string, string> = {};
  for (const name of ['ann', 'ben', 'cem']) {
    idOf[name] = (await api.member(pageId, `${name}@shop.test`)).id;
  }
  const { team } = (await api.post('/teams', { pageId, name: 'Second', members: [idOf.ben] })).body;
  const member = (name: string) => [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: `${name}@shop.test` }];
  // Ann's alone, so that the opening tells nobody else.
  await api.post('/routing-rules', { routingRule: { siteId: pageId, actions: member('ann') } });
  const { escalationPolicy: policy } = (
    await api.post('/escalation-policies', {
      pageId,
      name: 'Three levels',
      rules: [
        { delayInMins: 0, actions: member('ann') },
        { delayInMins: 10, actions: [{ type: 'NOTIFY_TEAM', targetId: team.id }] },
        { delayInMins: 20, actions: member('cem') },
      ],
    })
  ).body;
  const opened = await api.post(`/v1/${pageId}/incidents`, { name: 'Down', status: 'INVESTIGATING' });
  const id = opened.body.id as string;
  const after = async (minutes: number): Promise<string[]> => {
    api.clock.move(minutes * MINUTE_MS);
    await wakeUp(contextOf(api.services, SYSTEM), { incidentId: id });
    const told = await api.store.notifications.setsOf(id);
    return ['ann', 'ben', 'cem'].filter((name) => told.some(({ memberId }) => memberId === idOf[name]));
  };
  return { policy, team, after };
}

test('an escalation goes on with its policy as it was, whether that is changed or deleted', async () => {
  const { policy, after } = await aRun();
  expect(await after(1)).toEqual(['ann']);
  await api.put(`/escalation-policies/${policy.id}`, { rules: [{ delayInMins: 600, actions: [] }] });
  expect(await after(10)).toEqual(['ann', 'ben']);
  expect((await api.del(`/escalation-policies/${policy.id}`)).status).toBe(200);
  expect(await after(10)).toEqual(['ann', 'ben', 'cem']);
});

test('an escalation whose team was deleted since, as no policy named it any more, tells the next at once', async () => {
  const { policy, team, after } = await aRun();
  expect(await after(1)).toEqual(['ann']);
  expect((await api.del(`/teams/${team.id}`)).status).toBe(409);
  expect((await api.del(`/escalation-policies/${policy.id}`)).status).toBe(200);
  expect((await api.del(`/teams/${team.id}`)).status).toBe(200);
  expect(await after(10)).toEqual(['ann', 'cem']);
});
