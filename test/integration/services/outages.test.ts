import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { markStale } from '../../../src/services/monitor/mark-stale.ts';
import { API_START, openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import { monitorEffects } from '../../support/monitor-effects.ts';

/* Outages that monitors find: when they begin and end, what components show, and what they take from uptime. */

const COUNTS = { onFail: { createOutageDuration: true }, onRecover: { resolveOutageDuration: true } };

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

/** A component, and monitors of a group that stands for it. */
async function aGroup(howMany: number, more: object = COUNTS) {
  const componentId = await page.component();
  const monitors = await Promise.all(Array.from({ length: howMany }, () => page.monitor(more)));
  const ids = monitors.map(({ id }): string => id);
  await api.post('/monitors-groups', { pageId, name: 'Backend', componentId, monitors: ids });
  return { componentId, ids };
}

describe('an outage', () => {
  test('lasts from the change to DOWN to the change to UP', async () => {
    const { id, componentId } = await page.monitor({ ...COUNTS, createComponent: true });
    await page.saw(id, 'OK');
    expect(await page.outages(componentId)).toEqual([]);
    page.later();
    const startedAt = new Date(api.clock.now()).toISOString();
    await page.saw(id, 'FAILED');
    const open = { siteId: pageId, componentId, monitorId: id, startedAt, endedAt: null };
    expect(await page.outages(componentId)).toEqual([{ id: expect.any(String), ...open }]);
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    page.later();
    await page.saw(id, 'DEGRADED');
    expect(await page.outages(componentId)).toMatchObject([{ endedAt: null }]);
    page.later();
    await page.saw(id, 'OK');
    const endedAt = new Date(api.clock.now()).toISOString();
    expect(await page.outages(componentId)).toMatchObject([{ startedAt, endedAt }]);
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
  });

  test.each([
    ['is not begun', { onFail: { createOutageDuration: false } }, 0],
    ['is begun', COUNTS, 1],
  ])('%s where the monitor says so', async (_what, flags, count) => {
    const { id, componentId } = await page.monitor({ ...flags, createComponent: true });
    await page.saw(id, 'FAILED');
    expect(await page.outages(componentId)).toHaveLength(count);
  });

  test('is of the component of the nearest group where the monitor has none of its own', async () => {
    const { componentId, ids } = await aGroup(1);
    const [id = ''] = ids;
    await page.saw(id, 'FAILED');
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    page.later();
    await page.saw(id, 'OK');
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    expect(await page.outages(componentId)).toHaveLength(1);
  });

  test('is of no component where there is none, and nothing fails', async () => {
    const { id } = await page.monitor(COUNTS);
    await page.saw(id, 'FAILED');
    await page.saw(id, 'OK');
    expect((await api.get(`/monitors/${id}`)).body.monitor.status).toBe('UP');
  });

  test('goes on, as the same one, where recovery does not end it; a monitor has one at most', async () => {
    const { componentId, ids } = await aGroup(1, { onFail: { createOutageDuration: true } });
    const [id = ''] = ids;
    for (const outcome of ['FAILED', 'OK', 'FAILED', 'OK'] as const) {
      await page.saw(id, outcome);
      page.later();
    }
    expect(await page.outages(componentId)).toMatchObject([{ endedAt: null }]);
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    // Told so later, what is over ends.
    await page.change(id, { onRecover: { resolveOutageDuration: true } });
    expect(await page.outages(componentId)).toMatchObject([{ endedAt: expect.any(String) }]);
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
  });

  test('of one monitor leaves the component in that of another', async () => {
    const { componentId, ids } = await aGroup(2);
    const [a = '', b = ''] = ids;
    await page.saw(a, 'FAILED');
    await page.saw(b, 'FAILED');
    await page.saw(a, 'OK');
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    await page.saw(b, 'OK');
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
  });

  test('leaves the component what somebody has made it show since', async () => {
    const { componentId, ids } = await aGroup(1);
    const [id = ''] = ids;
    await page.saw(id, 'FAILED');
    await api.put(`/v1/${pageId}/components/${componentId}`, { status: 'PARTIALOUTAGE' });
    await page.saw(id, 'OK');
    expect(await page.statusOf(componentId)).toBe('PARTIALOUTAGE');
  });

  test('ends when somebody says that the component is well', async () => {
    const { componentId, ids } = await aGroup(1);
    const [id = ''] = ids;
    await page.saw(id, 'FAILED');
    await api.put(`/v1/${pageId}/components/${componentId}`, { status: 'OPERATIONAL' });
    expect(await page.outages(componentId)).toMatchObject([{ endedAt: expect.any(String) }]);
    await page.saw(id, 'OK');
    expect(await page.outages(componentId)).toHaveLength(1);
  });

  test('ends when the monitor is told to count none', async () => {
    const { componentId, ids } = await aGroup(1);
    const [id = ''] = ids;
    await page.saw(id, 'FAILED');
    await page.change(id, { onFail: { createOutageDuration: false } });
    expect(await page.outages(componentId)).toMatchObject([{ endedAt: expect.any(String) }]);
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    // Told so while it is down, it counts from its next failure on.
    await page.change(id, { onFail: { createOutageDuration: true } });
    expect(await page.outages(componentId)).toHaveLength(1);
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
  });

  test('ends with the monitor, and stays counted', async () => {
    const { id, componentId } = await page.monitor({ ...COUNTS, createComponent: true });
    await page.saw(id, 'FAILED');
    page.later();
    expect(await page.remove(id)).toBe(200);
    expect(await page.outages(componentId)).toMatchObject([{ monitorId: null, endedAt: expect.any(String) }]);
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
  });

  test('goes with its component, and the monitor goes on', async () => {
    const { id, componentId } = await page.monitor({ ...COUNTS, createComponent: true });
    await page.saw(id, 'FAILED');
    expect((await api.del(`/v1/${pageId}/components/${componentId}`)).status).toBe(200);
    await page.saw(id, 'OK');
    await page.saw(id, 'FAILED');
    expect((await api.get(`/monitors/${id}`)).body.monitor.status).toBe('DOWN');
    expect((await api.get(`/v1/${pageId}/components/${componentId}/outages`)).status).toBe(404);
  });

  test('goes on while the monitor is paused', async () => {
    const { id, componentId } = await page.monitor({ ...COUNTS, createComponent: true });
    await page.saw(id, 'FAILED');
    await page.change(id, { paused: true });
    page.later(60);
    expect(await page.outages(componentId)).toMatchObject([{ endedAt: null }]);
    await page.change(id, { paused: false });
    await page.saw(id, 'OK');
    expect(await page.outages(componentId)).toMatchObject([{ endedAt: expect.any(String) }]);
  });

  test('ends where it began when the monitor has moved to another group since', async () => {
    const { componentId, ids } = await aGroup(1);
    const [id = ''] = ids;
    await page.saw(id, 'FAILED');
    const other = await aGroup(1);
    const { monitorGroups } = (await api.get(`/${pageId}/monitors-groups`)).body;
    const target = monitorGroups.find(
      (group: { componentId: string }) => group.componentId === other.componentId,
    );
    expect((await api.put(`/monitors/${id}/group`, { parentId: target.id })).status).toBe(200);
    await page.saw(id, 'OK');
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    expect(await page.outages(other.componentId)).toEqual([]);
  });

  test('of many monitors of one component at once leaves that as it is in the end', async () => {
    const { componentId, ids } = await aGroup(8);
    await Promise.all(ids.map((id) => page.saw(id, 'FAILED')));
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    const [last = '', ...others] = ids;
    await Promise.all(others.map((id) => page.saw(id, 'OK')));
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    // One fails again while the last one recovers, which is as good as either order.
    await Promise.all([page.saw(others[0] ?? '', 'FAILED'), page.saw(last, 'OK')]);
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    await page.saw(others[0] ?? '', 'OK');
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    const all = await page.outages(componentId);
    expect(all.map(({ endedAt }) => endedAt === null)).toEqual(Array(9).fill(false));
  });

  test('begins while its component is deleted, and neither is held up by the other', async () => {
    const groups = await Promise.all(Array.from({ length: 10 }, () => aGroup(1)));
    const answers = await Promise.all(
      groups.map(async ({ componentId, ids: [id = ''] }) => {
        const [, removed] = await Promise.all([
          page.saw(id, 'FAILED'),
          api.del(`/v1/${pageId}/components/${componentId}`),
        ]);
        return removed.status;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});

describe('a component that follows a monitor of which nothing is heard any more', () => {
  /** A monitor that went silent while it was DOWN; its component still shows that. */
  async function silent(more: object) {
    const { id, componentId } = await page.monitor({ ...more, createComponent: true });
    await page.saw(id, 'FAILED');
    page.later(60);
    await markStale(contextOf(api.services, SYSTEM), { steadyMs: Infinity });
    expect((await api.get(`/monitors/${id}`)).body.monitor.status).toBe('UNKNOWN');
    expect(await page.statusOf(componentId)).toBe('MAJOROUTAGE');
    return { id: id as string, componentId: componentId as string };
  }

  test.each([
    ['with the monitor deleted', {}, (id: string) => page.remove(id)],
    ['with the monitor deleted, and of its outage', COUNTS, (id: string) => page.remove(id)],
    ['with the monitor told to have none', {}, (id: string) => page.change(id, { createComponent: false })],
  ])('shows nothing of it any more %s', async (_what, more, leave) => {
    const { id, componentId } = await silent(more);
    await leave(id);
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
  });

  test('keeps what somebody has made it show since', async () => {
    const { id, componentId } = await silent({});
    await api.put(`/v1/${pageId}/components/${componentId}`, { status: 'PARTIALOUTAGE' });
    await page.remove(id);
    expect(await page.statusOf(componentId)).toBe('PARTIALOUTAGE');
  });
});

describe('uptime', () => {
  test('is what outages leave of the last 90 days, or of the life of a younger component', async () => {
    const { id, componentId } = await page.monitor({ ...COUNTS, createComponent: true });
    expect((await page.shown(componentId)).uptime).toEqual({ days: 90, percentage: 100 });
    api.clock.move(9 * DAY_MS);
    await page.saw(id, 'FAILED');
    api.clock.move(DAY_MS);
    expect((await page.shown(componentId)).uptime).toEqual({ days: 90, percentage: 90 });
    await page.saw(id, 'OK');
    api.clock.move(10 * DAY_MS);
    expect((await page.shown(componentId)).uptime).toEqual({ days: 90, percentage: 95 });
    api.clock.move(200 * DAY_MS);
    expect((await page.shown(componentId)).uptime).toEqual({ days: 90, percentage: 100 });
  });

  test('is in every answer, and null where the component shows none', async () => {
    const hidden = await page.component('Hidden', { showUptime: false });
    const shown = await page.component('Shown');
    const full = { days: 90, percentage: 100 };
    expect((await api.get(`/v1/${pageId}/components`)).body).toMatchObject([
      { id: hidden, uptime: null },
      { id: shown, uptime: full },
    ]);
    const changed = await api.put(`/v1/${pageId}/components/${shown}`, { showUptime: false });
    expect(changed.body.uptime).toBeNull();
    expect((await api.post(`/v1/${pageId}/components`, { name: 'New' })).body.uptime).toEqual(full);
  });
});

describe('the outages of a component', () => {
  test('come newest first, in pages', async () => {
    const { id, componentId } = await page.monitor({ ...COUNTS, createComponent: true });
    for (let times = 0; times < 3; times += 1) {
      await page.saw(id, 'FAILED');
      page.later();
      await page.saw(id, 'OK');
      page.later();
    }
    const starts = (await page.outages(componentId)).map(({ startedAt }) => Date.parse(startedAt));
    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    expect(starts.every((start) => start >= API_START)).toBe(true);
    const path = `/v1/${pageId}/components/${componentId}/outages`;
    expect((await api.get(`${path}?page=2&per_page=2`)).body).toHaveLength(1);
    const other = await api.page('Other');
    expect((await api.get(`/v1/${other}/components/${componentId}/outages`)).status).toBe(404);
  });
});
