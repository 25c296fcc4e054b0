import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import { monitorEffects } from '../../support/monitor-effects.ts';

/* What follows from a monitor's changes of status, as its onFail and onRecover say, and when it is changed in between. */

let api: TestApi;
let pageId: string;
let page: ReturnType<typeof monitorEffects>;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
  page = monitorEffects(api, pageId);
});

const OPENS = { onFail: { createIncident: true } };
const RESOLVES = { onRecover: { resolveIncident: true } };
const statusOf = async (id: string) => (await api.get(`/monitors/${id}`)).body.monitor.status;
const timeline = async (incidentId: string): Promise<string[]> =>
  (await api.get(`/incidents/${incidentId}/timeline`)).body.events.map(({ text }: { text: string }) => text);

describe('onFail', () => {
  test('opens an incident of the worst impact that affects the component, at a change to DOWN', async () => {
    const { id, componentId } = await page.monitor({ ...OPENS, createComponent: true });
    await page.saw(id, 'DEGRADED');
    expect(await page.incidents()).toEqual([]);
    await page.saw(id, 'FAILED');
    expect(await page.incidents()).toMatchObject([
      {
        name: 'Checkout is down',
        impact: 'MAJOROUTAGE',
        published: false,
        source: 'MONITOR',
        components: [{ id: componentId }],
      },
    ]);
  });

  test('opens none where it says so', async () => {
    const { id } = await page.monitor({ onFail: { createIncident: false, publishIncident: true } });
    await page.saw(id, 'FAILED');
    expect([await statusOf(id), await page.incidents()]).toEqual(['DOWN', []]);
  });

  test('opens no second one while one is open, and a new one once it is resolved', async () => {
    const { id } = await page.monitor(OPENS);
    for (const outcome of ['FAILED', 'OK', 'FAILED', 'DEGRADED', 'FAILED'] as const)
      await page.saw(id, outcome);
    const incidents = await page.incidents();
    expect(incidents).toHaveLength(1);
    await api.post(`/incidents/${incidents[0].id}/resolve`, {});
    await page.saw(id, 'OK');
    await page.saw(id, 'FAILED');
    expect(await page.incidents()).toHaveLength(2);
  });

  test.each([true, false])('with publishIncident %s opens it so', async (publishIncident) => {
    const { id } = await page.monitor({ onFail: { createIncident: true, publishIncident } });
    await page.saw(id, 'FAILED');
    expect(await page.incidents()).toMatchObject([{ published: publishIncident }]);
  });

  test('happens once where two processes see it at the same time', async () => {
    const monitor = { createComponent: true, onFail: { createIncident: true, createOutageDuration: true } };
    const made = await Promise.all(Array.from({ length: 5 }, () => page.monitor(monitor)));
    await Promise.all(made.flatMap(({ id }) => [page.saw(id, 'FAILED'), page.saw(id, 'FAILED')]));
    expect(await page.incidents()).toHaveLength(5);
    for (const { componentId } of made) expect(await page.outages(componentId)).toHaveLength(1);
  });
});

describe('onRecover', () => {
  test('resolves what the failure opened, at a change to UP and not before', async () => {
    const { id } = await page.monitor({ ...OPENS, ...RESOLVES });
    await page.saw(id, 'FAILED');
    await page.saw(id, 'DEGRADED');
    expect(await page.incidents()).toMatchObject([{ status: 'INVESTIGATING' }]);
    await page.saw(id, 'OK');
    expect(await page.incidents()).toMatchObject([{ status: 'RESOLVED' }]);
  });

  test('leaves it open where it says so', async () => {
    const { id } = await page.monitor(OPENS);
    await page.saw(id, 'FAILED');
    await page.saw(id, 'OK');
    expect(await page.incidents()).toMatchObject([{ status: 'INVESTIGATING' }]);
  });

  test('counts as it is set when the monitor recovers', async () => {
    const { id } = await page.monitor(OPENS);
    await page.saw(id, 'FAILED');
    await page.change(id, RESOLVES);
    await page.saw(id, 'OK');
    expect(await page.incidents()).toMatchObject([{ status: 'RESOLVED' }]);
  });

  test('leaves incidents of others alone', async () => {
    const { id } = await page.monitor({ ...OPENS, ...RESOLVES });
    const other = await page.monitor({ ...OPENS, ...RESOLVES, name: 'Search' });
    await page.saw(id, 'FAILED');
    await page.saw(other.id, 'FAILED');
    await page.saw(id, 'OK');
    const open = (await page.incidents()).filter(({ status }) => status !== 'RESOLVED');
    expect(open).toMatchObject([{ name: 'Search is down' }]);
  });
});

describe('the component of a monitor', () => {
  test('follows it', async () => {
    const { id, componentId } = await page.monitor({ createComponent: true });
    const seen: string[] = [];
    for (const outcome of ['FAILED', 'DEGRADED', 'OK'] as const) {
      await page.saw(id, outcome);
      seen.push(await page.statusOf(componentId));
    }
    expect(seen).toEqual(['MAJOROUTAGE', 'DEGRADEDPERFORMANCE', 'OPERATIONAL']);
  });

  test('shows no outage any more once it is to follow no more, and the same one shows it again', async () => {
    const { id, componentId } = await page.monitor({ createComponent: true });
    await page.saw(id, 'FAILED');
    await page.change(id, { createComponent: false });
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    await page.saw(id, 'OK');
    await page.saw(id, 'FAILED');
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    expect((await page.change(id, { createComponent: true })).componentId).toBe(componentId);
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
  });

  test('keeps what somebody else made it show when it is to follow no more', async () => {
    const { id, componentId } = await page.monitor({ createComponent: true });
    await page.saw(id, 'FAILED');
    await api.put(`/v1/${pageId}/components/${componentId}`, { status: 'PARTIALOUTAGE' });
    await page.change(id, { createComponent: false });
    expect(await page.statusOf(componentId)).toBe('PARTIALOUTAGE');
  });

  test('stays in the outage of another monitor when it is to follow no more', async () => {
    const { id, componentId } = await page.monitor({ createComponent: true });
    const other = await page.monitor({ onFail: { createOutageDuration: true } });
    await api.post('/monitors-groups', { pageId, name: 'Backend', componentId, monitors: [other.id] });
    await page.saw(id, 'FAILED');
    await page.saw(other.id, 'FAILED');
    await page.change(id, { createComponent: false });
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    await page.saw(id, 'OK');
    await page.change(id, { createComponent: true });
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
  });

  test('stays in the outage of another monitor when its own recovers', async () => {
    const { id, componentId } = await page.monitor({ createComponent: true });
    const other = await page.monitor({
      onFail: { createOutageDuration: true },
      onRecover: { resolveOutageDuration: true },
    });
    await api.post('/monitors-groups', { pageId, name: 'Backend', componentId, monitors: [other.id] });
    await page.saw(other.id, 'FAILED');
    for (const outcome of ['FAILED', 'DEGRADED', 'OK'] as const) {
      await page.saw(id, outcome);
      expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    }
    await page.saw(other.id, 'OK');
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
  });

  test('is well when the monitor is, although its outage is counted on', async () => {
    const { id, componentId } = await page.monitor({
      createComponent: true,
      onFail: { createOutageDuration: true },
    });
    await page.saw(id, 'FAILED');
    await page.saw(id, 'OK');
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    expect(await page.outages(componentId)).toMatchObject([{ endedAt: null }]);
  });
});

describe('a monitor that is deleted while it is down', () => {
  test('leaves its incident open, which says so, and its component well', async () => {
    const { id, componentId } = await page.monitor({ ...OPENS, ...RESOLVES, createComponent: true });
    await page.saw(id, 'FAILED');
    expect(await page.remove(id)).toBe(200);
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    const [incident] = await page.incidents();
    expect(incident.status).toBe('INVESTIGATING');
    expect(await timeline(incident.id)).toContainEqual(
      expect.stringContaining('deleted the monitor Checkout, which had opened it: it stays open'),
    );
    expect((await api.post(`/incidents/${incident.id}/resolve`, {})).status).toBe(200);
  });

  test('leaves its component what others make it show', async () => {
    const { id, componentId } = await page.monitor({ createComponent: true });
    await page.saw(id, 'FAILED');
    await api.put(`/v1/${pageId}/components/${componentId}`, { status: 'UNDERMAINTENANCE' });
    await page.remove(id);
    expect(await page.statusOf(componentId)).toBe('UNDERMAINTENANCE');
  });

  test('at the very moment at which it fails or recovers fails neither', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        page.monitor({
          ...RESOLVES,
          createComponent: true,
          onFail: { createIncident: true, createOutageDuration: true },
        }),
      ),
    );
    await Promise.all(made.slice(0, 4).map(({ id }) => page.saw(id, 'FAILED')));
    const removals = await Promise.all(
      made.map(async ({ id }, i) => {
        const [, status] = await Promise.all([page.saw(id, i < 4 ? 'OK' : 'FAILED'), page.remove(id)]);
        return status;
      }),
    );
    expect(new Set(removals)).toEqual(new Set([200]));
    for (const { componentId } of made) {
      expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
      expect((await page.outages(componentId)).filter(({ endedAt }) => endedAt === null)).toEqual([]);
    }
  });
});

describe('a monitor that is paused while it is down', () => {
  test('stays down with all that followed, and recovers when it is checked again', async () => {
    const { id, componentId } = await page.monitor({ ...OPENS, ...RESOLVES, createComponent: true });
    await page.saw(id, 'FAILED');
    await page.change(id, { paused: true });
    page.later(60);
    expect(await statusOf(id)).toBe('DOWN');
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    expect(await page.incidents()).toMatchObject([{ status: 'INVESTIGATING' }]);
    await page.change(id, { paused: false });
    await page.saw(id, 'OK');
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    expect(await page.incidents()).toMatchObject([{ status: 'RESOLVED' }]);
  });
});
