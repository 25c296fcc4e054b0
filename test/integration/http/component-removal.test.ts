import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, SYSTEM, type Context } from '../../../src/services/context.ts';
import { openWithin, prepareOpening } from '../../../src/services/incident/open.ts';
import { updateStatus } from '../../../src/services/monitor/update-status.ts';
import { transact } from '../../../src/services/transact.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let pageId: string;
let components: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
  components = `/v1/${pageId}/components`;
});

const context = (): Context => contextOf(api.services, SYSTEM);
const add = async (name: string, more: object = {}): Promise<string> =>
  (await api.post(components, { name, ...more })).body.id;
const follower = async () =>
  (
    await api.post('/monitors', {
      pageId,
      name: 'Checkout',
      url: 'https://shop.test',
      createComponent: true,
    })
  ).body.monitor;
/** The monitor's only location has seen that, for sure. */
const saw = async (monitorId: string, confirmedOutcome: 'OK' | 'FAILED') => {
  const at = api.clock.now();
  const state = { confirmedOutcome, confirmedAt: at, pendingOutcome: null, pendingCount: 0 };
  await api.store.monitors.saveOutcomes([{ monitorId, location: 'US_EAST_1', state, lastOutcomeAt: at }]);
  await updateStatus(context(), { monitorId, cause: null });
};
const monitorNow = async (id: string) => (await api.get(`/monitors/${id}`)).body.monitor;
const incidents = async () => (await api.get(`/v1/${pageId}/incidents`)).body;

describe('a component that is deleted', () => {
  test('is not there any more, and those that it was the group of are in none', async () => {
    const id = await add('Backend');
    const part = await add('API', { group: id });
    const answer = await api.del(`${components}/${id}`);
    expect([answer.status, answer.body]).toEqual([200, { id }]);
    expect((await api.get(`${components}/${id}`)).status).toBe(404);
    expect((await api.del(`${components}/${id}`)).status).toBe(404);
    expect((await api.get(`${components}/${part}`)).body).toMatchObject({ group: null, groupId: null });
  });

  test('leaves its monitor to go down and up without an error', async () => {
    const { id, componentId } = await follower();
    await saw(id, 'OK');
    await api.del(`${components}/${componentId}`);
    expect(await monitorNow(id)).toMatchObject({ componentId: null, createComponent: true, status: 'UP' });
    await saw(id, 'FAILED');
    expect((await monitorNow(id)).status).toBe('DOWN');
    expect(await incidents()).toMatchObject([
      { name: 'Checkout is down', status: 'INVESTIGATING', components: [] },
    ]);
    await saw(id, 'OK');
    expect((await monitorNow(id)).status).toBe('UP');
    expect(await incidents()).toMatchObject([{ status: 'RESOLVED' }]);
  });

  test('comes back only for who asks for it', async () => {
    const { id, componentId } = await follower();
    await api.del(`${components}/${componentId}`);
    expect((await api.put(`/monitors/${id}`, { name: 'New' })).body.monitor.componentId).toBeNull();
    expect((await api.get(components)).body).toEqual([]);
    const { monitor } = (await api.put(`/monitors/${id}`, { createComponent: true })).body;
    expect((await api.get(components)).body).toMatchObject([{ id: monitor.componentId, name: 'New' }]);
  });

  test('while its monitor goes down holds that up no more than it fails it', async () => {
    const monitors = await Promise.all(Array.from({ length: 10 }, follower));
    for (const { id } of monitors) await saw(id, 'OK');
    const removals = await Promise.all(
      monitors.map(async ({ id, componentId }) => {
        const [, removed] = await Promise.all([saw(id, 'FAILED'), api.del(`${components}/${componentId}`)]);
        return removed.status;
      }),
    );
    expect(new Set(removals)).toEqual(new Set([200]));
    for (const { id } of monitors) {
      expect(await monitorNow(id)).toMatchObject({ status: 'DOWN', componentId: null });
    }
    const opened: { name: string; components: unknown[] }[] = await incidents();
    expect(opened).toHaveLength(10);
    expect(opened.flatMap((incident) => incident.components)).toEqual([]);
    expect((await api.get(components)).body).toEqual([]);
  });

  test('is passed over by an incident that was about to name it, except where a caller names it', async () => {
    const [gone, kept] = [await add('Gone'), await add('Kept')];
    const opening = { pageId, name: 'Down', components: [gone, kept], source: 'MONITOR' };
    const prepared = await prepareOpening(context(), opening);
    await api.del(`${components}/${gone}`);
    const opened = await transact(context(), (tx) => openWithin(context(), tx, prepared));
    expect(opened?.outcome).toBe('opened');
    expect(await incidents()).toMatchObject([{ components: [{ id: kept }] }]);
    expect((await prepareOpening(context(), opening)).components).toMatchObject([{ id: kept }]);
    await expect(prepareOpening(context(), { ...opening, source: 'API' })).rejects.toThrow('components[0]');
  });

  test('is named no more by incidents, whose impact stays and whose timelines tell of it', async () => {
    const [gone, kept] = [await add('Search'), await add('Shop')];
    const open = async (name: string) =>
      (
        await api.post(`/v1/${pageId}/incidents`, {
          name,
          message: '',
          status: 'INVESTIGATING',
          components: [gone, kept],
          statuses: [{ id: gone, status: 'MAJOROUTAGE' }],
        })
      ).body.id;
    const [over, going] = [await open('Over'), await open('Going on')];
    await api.post(`/incidents/${over}/resolve`, {});
    const versionOf = async (id: string) => (await api.store.incidents.find(id))?.version ?? 0;
    const [overBefore, goingBefore] = [await versionOf(over), await versionOf(going)];
    await api.del(`${components}/${gone}`);
    for (const id of [over, going]) {
      const { incident } = (await api.get(`/incidents/${id}`)).body;
      expect(incident).toMatchObject({ impact: 'MAJOROUTAGE', components: [{ id: kept }] });
      const { events } = (await api.get(`/incidents/${id}/timeline`)).body;
      expect(events.at(-1)).toMatchObject({
        type: 'incident.updated',
        text: 'a admin key deleted the component Search, which it affected.',
        data: { componentId: gone, name: 'Search' },
      });
    }
    // Cards of what goes on are drawn again; what is over stays as it is.
    expect([await versionOf(over), await versionOf(going)]).toEqual([overBefore, goingBefore + 1]);
  });

  test('is taken from the integrations that open incidents for it', async () => {
    const [gone, kept] = [await add('Gone'), await add('Kept')];
    const body = { pageId, integrationType: 'GRAFANA', components: [gone, kept] };
    const { id } = (await api.post('/v3/integrations', body)).body.integration;
    await api.del(`${components}/${gone}`);
    expect((await api.get(`/v3/integrations/${id}`)).body.integration.components).toEqual([kept]);
  });

  test('is taken from the groups of monitors that stand for it', async () => {
    const componentId = await add('API');
    const { id } = (await api.post('/monitors-groups', { pageId, name: 'G', componentId })).body.monitor;
    await api.del(`${components}/${componentId}`);
    expect((await api.get(`/monitors-groups/${id}`)).body.monitor.componentId).toBeNull();
  });
});

describe('a component that is changed', () => {
  test('keeps the status that a monitor gives it meanwhile', async () => {
    const { id, componentId } = await follower();
    await saw(id, 'OK');
    await Promise.all([
      saw(id, 'FAILED'),
      ...Array.from({ length: 5 }, (_, i) => api.put(`${components}/${componentId}`, { name: `N${i}` })),
    ]);
    expect((await api.get(`${components}/${componentId}`)).body.status).toBe('MAJOROUTAGE');
  });
});
