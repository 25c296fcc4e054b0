import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
});

const group = async (name: string, more: object = {}) =>
  (await api.post('/monitors-groups', { pageId, name, ...more })).body.monitor;
const monitor = async (page = pageId): Promise<string> => {
  api.clock.move(1);
  return (await api.post('/monitors', { pageId: page, url: 'https://shop.test' })).body.monitor.id;
};
const shown = async (id: string) => (await api.get(`/monitors-groups/${id}`)).body.monitor;
const groupOf = async (monitorId: string) => (await api.get(`/monitors/${monitorId}`)).body.monitor.groupId;

describe('monitor groups', () => {
  test('are made with their defaults, and answer under the key of the interface', async () => {
    const { status, body } = await api.post('/monitors-groups', { pageId, name: 'Backend' });
    expect(status).toBe(200);
    const now = new Date(api.clock.now()).toISOString();
    expect(body).toEqual({
      message: 'Monitor group created successfully.',
      monitor: {
        id: body.monitor.id,
        name: 'Backend',
        pageId,
        siteId: pageId,
        collapsed: false,
        monitors: [],
        groupId: null,
        children: [],
        order: 0,
        parents: [],
        componentId: null,
        createdAt: now,
        updatedAt: now,
      },
    });
    expect((await api.get(`/monitors-groups/${body.monitor.id}`)).body).toEqual({ monitor: body.monitor });
  });

  test('take an existing group, or a monitor, under them when they are made', async () => {
    const inner = await group('Inner');
    const outer = await group('Outer', { childId: inner.id });
    expect(outer.children).toEqual([{ id: inner.id, name: 'Inner' }]);
    expect(await shown(inner.id)).toMatchObject({ groupId: outer.id, parents: [outer.id] });

    const single = await monitor();
    const holder = await group('Holder', { childId: single, groupId: inner.id });
    expect(holder).toMatchObject({ monitors: [{ id: single }], parents: [inner.id, outer.id] });
    expect(await groupOf(single)).toBe(holder.id);
  });

  test('change only what is sent; null brings to the top and takes the component away', async () => {
    const top = await group('Top');
    const made = await group('Made');
    const { id: componentId } = (await api.post(`/v1/${pageId}/components`, { name: 'API' })).body;
    const path = `/monitors-groups/${made.id}`;
    api.clock.move(1_000);
    const sent = { name: 'New', collapsed: true, order: 7, groupId: top.id, componentId };
    const { body } = await api.put(path, sent);
    expect(body.message).toBe('Monitor group updated successfully.');
    const updatedAt = new Date(api.clock.now()).toISOString();
    expect(body.monitor).toEqual({ ...made, ...sent, parents: [top.id], updatedAt });
    expect((await api.put(path, { name: 'Newer' })).body.monitor).toEqual({ ...body.monitor, name: 'Newer' });
    expect((await api.put(path, body.monitor)).body.monitor).toEqual(body.monitor);
    expect((await api.put(path, { groupId: null, componentId: null })).body.monitor).toMatchObject({
      groupId: null,
      parents: [],
      componentId: null,
      collapsed: true,
    });
  });

  test('have exactly the monitors that are sent, by id or as answered; the others are in no group then', async () => {
    const [one, two, three] = [await monitor(), await monitor(), await monitor()];
    const made = await group('Made', { monitors: [one, two, one] });
    expect(made.monitors).toEqual([{ id: one }, { id: two }]);
    const { body } = await api.put(`/monitors-groups/${made.id}`, { monitors: [{ id: three }, two] });
    expect(body.monitor.monitors).toEqual([{ id: two }, { id: three }]);
    expect(await groupOf(one)).toBeNull();
    expect((await api.put(`/monitors-groups/${made.id}`, { monitors: [] })).body.monitor.monitors).toEqual(
      [],
    );
    expect(await groupOf(two)).toBeNull();
  });

  test('get monitors added, which leave the group that they were in', async () => {
    const [one, two] = [await monitor(), await monitor()];
    const before = await group('Before', { monitors: [one] });
    const after = await group('After', { monitors: [two] });
    const answer = await api.post(`/monitors-groups/${after.id}/monitors`, { monitors: [one] });
    expect(answer.body).toEqual({ message: 'Monitors added to the group successfully.' });
    expect((await shown(after.id)).monitors).toEqual([{ id: one }, { id: two }]);
    expect((await shown(before.id)).monitors).toEqual([]);
    const wrong = await api.post(`/monitors-groups/${after.id}/monitors`, { monitors: [two, 'mon_x'] });
    expect([wrong.status, pathsOf(wrong)]).toEqual([400, ['monitors[1]']]);
    expect(pathsOf(await api.post(`/monitors-groups/${after.id}/monitors`))).toEqual(['monitors']);
  });

  test('let one monitor be moved in and out', async () => {
    const single = await monitor();
    const made = await group('Made');
    const path = `/monitors/${single}/group`;
    expect((await api.put(path, { parentId: made.id })).body).toEqual({
      message: 'Monitor moved successfully.',
    });
    expect(await groupOf(single)).toBe(made.id);
    for (const wrong of [{}, { parentId: 7 }, { parentId: 'mgr_x' }, { parentId: '' }]) {
      const answer = await api.put(path, wrong);
      expect([answer.status, pathsOf(answer)]).toEqual([400, ['parentId']]);
    }
    await api.put(path, { parentId: null });
    expect(await groupOf(single)).toBeNull();
    expect((await api.put('/monitors/mon_x/group', { parentId: null })).status).toBe(404);
  });

  test('keep their group through a change of the monitor', async () => {
    const single = await monitor();
    const made = await group('Made', { monitors: [single] });
    await api.put(`/monitors/${single}`, { name: 'New', groupId: null });
    expect(await groupOf(single)).toBe(made.id);
  });

  test('are never below themselves', async () => {
    const a = await group('A');
    const b = await group('B', { groupId: a.id });
    const c = await group('C', { groupId: b.id });
    for (const groupId of [a.id, b.id, c.id]) {
      expect((await api.put(`/monitors-groups/${a.id}`, { name: 'x', groupId })).status).toBe(409);
    }
    const above = await api.post('/monitors-groups', { pageId, name: 'D', groupId: c.id, childId: a.id });
    expect(above.status).toBe(409);
    expect(await shown(a.id)).toMatchObject({ name: 'A', groupId: null });
    expect((await api.get(`/${pageId}/monitors-groups`)).body.total).toBe(3);
  });

  test('give what they held to their parent when they are deleted, and nothing else is deleted', async () => {
    const [one, two] = [await monitor(), await monitor()];
    const outer = await group('Outer');
    const middle = await group('Middle', { groupId: outer.id, monitors: [one] });
    const inner = await group('Inner', { groupId: middle.id, monitors: [two] });
    const answer = await api.del(`/monitors-groups/${middle.id}`);
    expect([answer.status, answer.body]).toEqual([200, { message: 'Monitor group deleted successfully.' }]);
    expect(await shown(inner.id)).toMatchObject({ parents: [outer.id], monitors: [{ id: two }] });
    expect(await groupOf(one)).toBe(outer.id);
    await api.del(`/monitors-groups/${outer.id}`);
    expect(await shown(inner.id)).toMatchObject({ groupId: null, parents: [] });
    expect(await groupOf(one)).toBeNull();
    for (const gone of [outer.id, middle.id]) {
      expect((await api.get(`/monitors-groups/${gone}`)).status).toBe(404);
      expect((await api.del(`/monitors-groups/${gone}`)).status).toBe(404);
    }
  });

  test('are listed in order and in pages, with all that is around them', async () => {
    const single = await monitor();
    const last = await group('Last', { order: 9, monitors: [single] });
    const first = await group('First', { order: 1 });
    const next = await group('Next');
    expect(next.order).toBe(10);
    await api.put(`/monitors-groups/${last.id}`, { groupId: first.id });
    const { body } = await api.get(`/${pageId}/monitors-groups`);
    expect(body).toMatchObject({ total: 3, page: 1, totalPages: 1, limit: 100 });
    expect(body.monitorGroups).toEqual([await shown(first.id), await shown(last.id), await shown(next.id)]);
    expect(body.monitorGroups[1]).toMatchObject({ parents: [first.id], monitors: [{ id: single }] });
    const second = await api.get(`/${pageId}/monitors-groups?limit=1&page=2`);
    expect(second.body).toEqual({
      monitorGroups: [await shown(last.id)],
      total: 3,
      page: 2,
      totalPages: 3,
      limit: 1,
    });
    for (const query of ['limit=0', 'limit=1001', 'page=x']) {
      const answer = await api.get(`/${pageId}/monitors-groups?${query}`);
      expect([answer.status, pathsOf(answer)]).toEqual([400, [query.split('=')[0]]]);
    }
  });

  test('take as many statements for many as for one', async () => {
    const statements = async (url: string): Promise<number> => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      expect((await api.get(url)).status).toBe(200);
      const count = query.mock.calls.length;
      query.mockRestore();
      return count;
    };
    const top = await group('Top', { monitors: [await monitor()] });
    const counts = async () => [
      await statements(`/${pageId}/monitors-groups`),
      await statements(`/monitors-groups/${top.id}`),
    ];
    const ofOne = await counts();
    let groupId = top.id;
    for (let i = 0; i < 12; i += 1) {
      groupId = (await group(`G${i}`, { groupId, monitors: [await monitor()] })).id;
    }
    expect(await counts()).toEqual(ofOne);
    expect(Math.min(...ofOne)).toBeGreaterThan(1);
  });

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['no page', { pageId: undefined }, 'pageId'],
    ['an unknown child', { childId: 'mon_x' }, 'childId'],
    ['a child of the wrong type', { childId: 7 }, 'childId'],
    ['an unknown parent', { groupId: 'mgr_x' }, 'groupId'],
    ['a flag of the wrong type', { collapsed: 'yes' }, 'collapsed'],
    ['half an order', { order: 1.5 }, 'order'],
    ['an order out of range', { order: -1 }, 'order'],
    ['an unknown component', { componentId: 'comp_x' }, 'componentId'],
    ['an unknown monitor', { monitors: ['mon_x'] }, 'monitors[0]'],
    ['monitors of the wrong type', { monitors: 'mon_x' }, 'monitors'],
  ])('refuse %s, naming its path', async (_what, wrong, path) => {
    const created = await api.post('/monitors-groups', { pageId, name: 'G', ...wrong });
    expect([created.status, pathsOf(created)]).toEqual([400, [path]]);
    expect((await api.get(`/${pageId}/monitors-groups`)).body.total).toBe(0);
    if (Object.values(wrong).includes(undefined) || path === 'childId') return;
    const changed = await api.put(`/monitors-groups/${(await group('G')).id}`, wrong);
    expect([changed.status, pathsOf(changed)]).toEqual([400, [path]]);
  });

  test('have nothing of another page in them', async () => {
    const other = await api.page('Other');
    const strangeMonitor = await monitor(other);
    const strangeGroup = await group('Strange', { pageId: other });
    const { id: strangeComponent } = (await api.post(`/v1/${other}/components`, { name: 'C' })).body;
    const path = `/monitors-groups/${(await group('Mine')).id}`;
    for (const wrong of [
      { groupId: strangeGroup.id },
      { componentId: strangeComponent },
      { pageId: other },
      { siteId: other },
    ]) {
      const answer = await api.put(path, wrong);
      expect([answer.status, pathsOf(answer)]).toEqual([400, Object.keys(wrong)]);
    }
    expect((await api.put(path, { monitors: [strangeMonitor] })).status).toBe(400);
    expect((await api.post(`${path}/monitors`, { monitors: [strangeMonitor] })).status).toBe(400);
    for (const childId of [strangeMonitor, strangeGroup.id]) {
      const answer = await api.post('/monitors-groups', { pageId, name: 'x', childId });
      expect([answer.status, pathsOf(answer)]).toEqual([400, ['childId']]);
    }
    expect((await api.put(`/monitors/${await monitor()}/group`, { parentId: strangeGroup.id })).status).toBe(
      400,
    );
  });

  test('do not exist for the key of another page, and are not changed by one that may only read', async () => {
    const { id } = await group('Mine');
    const single = await monitor();
    const path = `/monitors-groups/${id}`;
    const calls = [
      ['put', path, { name: 'x' }],
      ['del', path, undefined],
      ['post', `${path}/monitors`, { monitors: [] }],
      ['get', `${path}/run`, undefined],
      ['put', `/monitors/${single}/group`, { parentId: null }],
      ['post', '/monitors-groups', { pageId, name: 'x' }],
    ] as const;
    const stranger = await api.as('admin', await api.page('Other'));
    const reader = await api.as('read', pageId);
    for (const [method, url, body] of calls) {
      expect([url, (await stranger[method](url, body)).status]).toEqual([url, 404]);
      expect([url, (await reader[method](url, body)).status]).toEqual([url, 403]);
    }
    for (const url of [path, `/${pageId}/monitors-groups`]) {
      expect((await stranger.get(url)).status).toBe(404);
      expect((await reader.get(url)).status).toBe(200);
    }
    expect((await api.post('/monitors-groups', { pageId: 'page_x', name: 'x' })).status).toBe(404);
    expect((await api.get('/page_x/monitors-groups')).status).toBe(404);
    expect((await api.put('/monitors-groups/mgr_x', { name: 'x' })).status).toBe(404);
    // A key of a page means its own where none is named.
    const own = await (await api.as('write', pageId)).post('/monitors-groups', { name: 'Own' });
    expect(own.body.monitor.pageId).toBe(pageId);
  });
});
