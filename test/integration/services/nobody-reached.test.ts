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

/** An incident of a page with one policy: its rules, at those delays, reach nobody but for the numbers in `reached`. */
async function anIncident(policy: object, delays: readonly number[], reached: readonly number[] = []) {
  const pageId = await api.page();
  const ann = await api.member(pageId, 'ann@shop.test');
  const empty = await api.team(pageId, 'Nobody');
  const toAnn = { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ann.id };
  const toNobody = { type: 'NOTIFY_TEAM', targetId: empty };
  const rules = delays.map((delayInMins, index) => ({
    delayInMins,
    actions: [reached.includes(index + 1) ? toAnn : toNobody],
  }));
  await api.post('/escalation-policies', { pageId, name: 'Backend', rules, repeat: true, ...policy });
  const openedAt = api.clock.now();
  const { id } = (await api.post(`/v1/${pageId}/incidents`, { name: 'Down', status: 'INVESTIGATING' })).body;
  const state = async () => (await api.get(`/incidents/${id}`)).body.incident.response.state;
  /** What was escalated in minutes after the opening, as `pass:rule @minute`. */
  const fired = async () => {
    const { events } = (await api.get(`/incidents/${id}/timeline`)).body;
    return events.flatMap(
      ({ type, data }: { type: string; data: { pass: number; rule: number; dueAt: string } }) =>
        type === 'incident.escalated'
          ? [`${data.pass}:${data.rule} @${(Date.parse(data.dueAt) - openedAt) / MINUTE_MS}`]
          : [],
    );
  };
  return { id: id as string, state, fired };
}

const later = async (id: string, minutes: number) => {
  api.clock.move(minutes * MINUTE_MS);
  await wakeUp(contextOf(api.services, SYSTEM), { incidentId: id });
};

test.each([
  ['no rule', []],
  ['no rule but the last one', [2]],
])('passes of which %s reaches anybody take the time that was planned', async (_which, reached) => {
  const resolving = { repeatCount: 2, autoResolveIncidentsAfterRepeat: true };
  const { id, state, fired } = await anIncident(resolving, [0, 5], reached);
  // All at once it would have been over in the moment in which it opened.
  expect(await state()).toBe('TRIGGERED');
  expect(await fired()).toEqual(['0:1 @0', '0:2 @0']);
  await later(id, 4);
  expect(await fired()).toHaveLength(2);
  await later(id, 7);
  expect(await fired()).toEqual(['0:1 @0', '0:2 @0', '1:1 @5', '1:2 @5', '2:1 @10', '2:2 @10']);
  expect(await state()).toBe('TRIGGERED');
  await later(id, 5);
  expect(await state()).toBe('RESOLVED');
});

test('a pass of which a rule in between reaches nobody, and so the last one fires with the first, does so too', async () => {
  const { id, fired } = await anIncident({ repeatCount: 1 }, [0, 0, 5], [1]);
  await later(id, 4);
  expect(await fired()).toEqual(['0:1 @0', '0:2 @0', '0:3 @0']);
  await later(id, 4);
  expect(await fired()).toEqual(['0:1 @0', '0:2 @0', '0:3 @0', '1:1 @5', '1:2 @5', '1:3 @5']);
});

test('a pass with a pause behind it ends at that, as ever', async () => {
  const { id, fired } = await anIncident({ repeatCount: 1, repeatDelay: 3 }, [1, 5]);
  await later(id, 10);
  expect(await fired()).toEqual(['0:1 @1', '0:2 @1', '1:1 @5', '1:2 @5']);
});
