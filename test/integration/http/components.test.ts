import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
let components: string;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
  components = `/v1/${pageId}/components`;
});

const add = async (name: string, more: object = {}) => (await api.post(components, { name, ...more })).body;
const now = () => new Date(api.clock.now()).toISOString();

describe('components', () => {
  test('get their defaults, the last place on the page among them', async () => {
    await add('First', { order: 4 });
    const { status, body } = await api.post(components, { name: 'Checkout' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: body.id,
      siteId: pageId,
      name: 'Checkout',
      description: '',
      status: 'OPERATIONAL',
      order: 5,
      showUptime: true,
      group: null,
      groupId: null,
      archivedAt: null,
      uptime: { days: 90, percentage: 100 },
      createdAt: now(),
      updatedAt: now(),
      uniqueEmail: null,
      nameHtml: null,
      descriptionHtml: null,
      nameTranslationId: null,
      nameHtmlTranslationId: null,
      descriptionTranslationId: null,
      descriptionHtmlTranslationId: null,
      translations: {},
      isThirdParty: false,
      thirdPartyStatus: null,
      thirdPartyComponentId: null,
      thirdPartyComponentServiceId: null,
      importedFromStatuspage: false,
      startDate: null,
    });
    expect((await api.get(`${components}/${body.id}`)).body).toEqual(body);
  });

  test('change only what is sent, and take back what was answered', async () => {
    const made = await add('Checkout');
    api.clock.move(1_000);
    const sent = {
      name: 'Shop',
      description: 'All of it',
      status: 'PARTIALOUTAGE',
      order: 3,
      showUptime: false,
    };
    const changed = await api.put(`${components}/${made.id}`, sent);
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...made, ...sent, uptime: null, updatedAt: now() },
    ]);
    expect((await api.put(`${components}/${made.id}`, { order: 0 })).body).toMatchObject({
      ...sent,
      order: 0,
    });
    expect((await api.put(`${components}/${made.id}`, changed.body)).body).toEqual(changed.body);
    const page = (await api.get(`/v2/${pageId}`)).body;
    expect(page).toMatchObject({ status: 'ALLPARTIALOUTAGE', components: [changed.body] });
  });

  test('are put away and brought back; put away again they keep the instant', async () => {
    const made = await add('Old', { archived: true });
    const { archivedAt } = made;
    expect(archivedAt).toBe(now());
    api.clock.move(1_000);
    const path = `${components}/${made.id}`;
    expect((await api.put(path, { archived: true, name: 'Older' })).body.archivedAt).toBe(archivedAt);
    expect((await api.put(path, { name: 'Oldest' })).body.archivedAt).toBe(archivedAt);
    expect((await api.put(path, { archived: false })).body.archivedAt).toBeNull();
    expect((await api.put(path, { archived: true })).body.archivedAt).toBe(now());
  });

  test('are in a group of theirs, which answers show, by either name of the field', async () => {
    const group = await add('Backend');
    const { group: _none, uptime: _uptime, ...shown } = group;
    const one = await add('API', { grouped: true, group: group.id });
    expect(one).toMatchObject({ groupId: group.id, group: { ...shown, isParent: true } });
    expect((await api.get(`${components}/${one.id}`)).body).toEqual(one);
    const two = await add('Search');
    const path = `${components}/${two.id}`;
    expect((await api.put(path, { groupId: group.id })).body.group.id).toBe(group.id);
    expect((await api.put(path, { name: 'Find', grouped: true })).body.groupId).toBe(group.id);
    expect((await api.put(path, { group: null })).body).toMatchObject({ group: null, groupId: null });
    expect((await api.put(path, { group: { id: group.id } })).body.groupId).toBe(group.id);
    expect((await api.put(path, { grouped: false, group: group.id })).body.groupId).toBeNull();
    const listed = (await api.get(components)).body;
    expect(listed.map(({ groupId }: { groupId: string | null }) => groupId)).toEqual([null, group.id, null]);
    expect(listed[1]).toEqual(one);
  });

  test('are in groups of one level only', async () => {
    const group = await add('Backend');
    const one = await add('API', { group: group.id });
    const other = await add('Other');
    for (const [id, groupId] of [
      [group.id, group.id],
      [other.id, one.id],
      [group.id, other.id],
    ]) {
      expect((await api.put(`${components}/${id}`, { group: groupId })).status).toBe(409);
    }
    expect((await api.post(components, { name: 'x', group: one.id })).status).toBe(409);
    // At once, each in the other: one of them comes too late.
    const [a, b] = [await add('A'), await add('B')];
    const answers = await Promise.all([
      api.put(`${components}/${a.id}`, { group: b.id }),
      api.put(`${components}/${b.id}`, { group: a.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
  });

  test('are listed in order and in pages', async () => {
    for (const name of ['c', 'a', 'b']) await add(name, { order: name.codePointAt(0) });
    const names = async (query: string) =>
      (await api.get(`${components}${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['a', 'b', 'c']);
    expect(await names('?per_page=2&page=2')).toEqual(['c']);
    for (const query of ['per_page=101', 'per_page=0', 'page=0']) {
      const answer = await api.get(`${components}?${query}`);
      expect([answer.status, pathsOf(answer)]).toEqual([400, [query.split('=')[0]]]);
    }
  });

  test.each([
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['null for a name', { name: null }, 'name'],
    ['a long description', { description: 'x'.repeat(10_001) }, 'description'],
    ['an unknown status', { status: 'SLEEPY' }, 'status'],
    ['half an order', { order: 0.5 }, 'order'],
    ['an order out of range', { order: 1_000_001 }, 'order'],
    ['a flag of the wrong type', { showUptime: 'yes' }, 'showUptime'],
    ['another flag of the wrong type', { archived: 1 }, 'archived'],
    ['a group of the wrong type', { group: 7 }, 'group'],
    ['an unknown group', { group: 'comp_x' }, 'group'],
    ['an unknown group by its other name', { groupId: 'comp_x' }, 'groupId'],
    ['two groups', { group: 'comp_x', groupId: null }, 'groupId'],
  ])('refuse %s, naming its path', async (_what, wrong, path) => {
    const created = await api.post(components, { name: 'C', ...wrong });
    expect([created.status, pathsOf(created)]).toEqual([400, [path]]);
    expect((await api.get(components)).body).toEqual([]);
    const changed = await api.put(`${components}/${(await add('C')).id}`, wrong);
    expect([changed.status, pathsOf(changed)]).toEqual([400, [path]]);
  });

  test('have no group of another page, are not there on another, and not for its key', async () => {
    const other = await api.page('Other');
    const strange = (await api.post(`/v1/${other}/components`, { name: 'Strange' })).body.id;
    const { id } = await add('Mine');
    expect(pathsOf(await api.put(`${components}/${id}`, { group: strange }))).toEqual(['group']);
    const stranger = await api.as('admin', other);
    const reader = await api.as('read', pageId);
    for (const path of [`${components}/${strange}`, `${components}/comp_x`]) {
      expect((await api.get(path)).status).toBe(404);
      expect((await api.put(path, { name: 'x' })).status).toBe(404);
      expect((await api.del(path)).status).toBe(404);
    }
    expect((await stranger.get(`${components}/${id}`)).status).toBe(404);
    expect((await stranger.put(`${components}/${id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.del(`${components}/${id}`)).status).toBe(404);
    expect((await reader.get(`${components}/${id}`)).status).toBe(200);
    expect((await reader.put(`${components}/${id}`, { name: 'x' })).status).toBe(403);
    expect((await reader.del(`${components}/${id}`)).status).toBe(403);
    expect((await reader.post(components, { name: 'x' })).status).toBe(403);
  });
});
