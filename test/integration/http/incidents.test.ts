import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let pageId: string;
let incidents: string;
let checkout: string;
let search: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  pageId = await api.page();
  incidents = `/v1/${pageId}/incidents`;
  await api.post(`/v1/${pageId}/team`, { email: 'ann@shop.test', name: 'Ann', permission: 'FULL' });
  [checkout, search] = [
    (await api.post(`/v1/${pageId}/components`, { name: 'Checkout' })).body.id,
    (await api.post(`/v1/${pageId}/components`, { name: 'Search' })).body.id,
  ];
});
afterAll(() => api.close());

async function open(more: object = {}): Promise<Answer['body']> {
  const { status, body } = await api.post(incidents, {
    name: 'Checkout is down',
    status: 'INVESTIGATING',
    ...more,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

describe('opening an incident', () => {
  it('answers it in full, also when it is read', async () => {
    const body = await open({
      message: 'Cards are refused',
      statuses: [{ id: checkout, status: 'PARTIALOUTAGE' }],
      components: [search],
      started: '2026-01-15T11:59:00Z',
      notify: true,
      stray: 1,
    });
    expect(body).toMatchObject({
      siteId: pageId,
      name: 'Checkout is down',
      status: 'INVESTIGATING',
      started: '2026-01-15T11:59:00.000Z',
      duration: null,
      resolved: null,
      impact: 'PARTIALOUTAGE',
      description: 'Cards are refused',
      source: 'API',
      dedupKey: null,
      published: true,
      response: {
        state: 'TRIGGERED',
        acknowledgedBy: null,
        acknowledgedAt: null,
        snoozedUntil: null,
        escalationLevel: 0,
      },
    });
    expect(body.components.map(({ id }: { id: string }) => id).sort()).toEqual([checkout, search].sort());
    expect(body.components[0]).toMatchObject({ showUptime: true, site: { id: pageId, name: 'Shop' } });
    expect(body.updates).toMatchObject([
      { message: 'Cards are refused', status: 'INVESTIGATING', notify: true, ended: null },
    ]);
    expect((await api.get(`${incidents}/${body.id}`)).body).toEqual(body);
    expect((await api.get(`/incidents/${body.id}`)).body).toEqual({ incident: body });
  });

  it('takes what nothing is said of for the worst, an impact that is sent before the statuses, a text before the message', async () => {
    expect((await open()).impact).toBe('MAJOROUTAGE');
    const sent = await open({
      impact: 'DEGRADEDPERFORMANCE',
      statuses: [{ id: checkout, status: 'MAJOROUTAGE' }],
      description: 'why',
      message: 'what',
      shouldPublish: false,
    });
    expect(sent).toMatchObject({ impact: 'DEGRADEDPERFORMANCE', description: 'why', published: false });
  });

  it('adds to the open incident with the same dedup key, and opens a new one once that is resolved', async () => {
    const first = await open({ dedupKey: 'disk' });
    expect((await open({ dedupKey: 'disk' })).id).toBe(first.id);
    await api.post(`/incidents/${first.id}/resolve`, {});
    expect((await open({ dedupKey: 'disk' })).id).not.toBe(first.id);
  });

  it('names every missing or wrong field, and components that the page does not have', async () => {
    expect(pathsOf(await api.post(incidents, {}))).toEqual(['name', 'status']);
    const wrong = {
      name: '',
      status: 'BROKEN',
      impact: 'BAD',
      message: 'x'.repeat(10_001),
      started: 'yesterday',
      notify: 'yes',
      components: ['', 1],
      statuses: [{ id: checkout, status: 'BAD' }, {}],
      dedupKey: '',
    };
    expect(pathsOf(await api.post(incidents, wrong)).sort()).toEqual(
      'name status impact message started notify components[0] components[1] statuses[0].status statuses[1].id statuses[1].status dedupKey'
        .split(' ')
        .sort(),
    );
    const other = await api.page();
    const foreign = (await api.post(`/v1/${other}/components`, { name: 'x' })).body.id;
    const body = { name: 'x', status: 'INVESTIGATING' };
    expect(pathsOf(await api.post(incidents, { ...body, components: [checkout, foreign] }))).toEqual([
      'components[1]',
    ]);
    const statuses = [{ id: 'comp_x', status: 'MAJOROUTAGE' }];
    expect(pathsOf(await api.post(incidents, { ...body, statuses }))).toEqual(['statuses[0].id']);
  });
});

describe('the list', () => {
  it('is a bare array, newest first, by pages, filtered by a status or by any other', async () => {
    const own = await api.page();
    const path = `/v1/${own}/incidents`;
    const made: string[] = [];
    for (const status of ['INVESTIGATING', 'IDENTIFIED', 'RESOLVED']) {
      made.push((await api.post(path, { name: status, status })).body.id);
      api.clock.move(1000);
    }
    const names = async (query: string) =>
      (await api.get(`${path}?${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['RESOLVED', 'IDENTIFIED', 'INVESTIGATING']);
    expect(await names('per_page=2&page=2')).toEqual(['INVESTIGATING']);
    expect(await names('status=IDENTIFIED')).toEqual(['IDENTIFIED']);
    expect(await names('!status=RESOLVED')).toEqual(['IDENTIFIED', 'INVESTIGATING']);
    expect(pathsOf(await api.get(`${path}?!status=x`))).toEqual(['!status']);
    expect(pathsOf(await api.get(`${path}?status=x&per_page=101`))).toEqual(['per_page', 'status']);
  });

  it('is the one of a number, or none where the page has no such one', async () => {
    const { id, number } = await open();
    const listed = async (path: string, query: string) =>
      (await api.get(`${path}?${query}`)).body.map((incident: { id: string }) => incident.id);
    expect(await listed(incidents, `number=${number}`)).toEqual([id]);
    expect(await listed(incidents, `number=${number}&status=RESOLVED`)).toEqual([]);
    expect(await listed(incidents, 'number=2147483647')).toEqual([]);
    expect(await listed(`/v1/${await api.page()}/incidents`, `number=${number}`)).toEqual([]);
    for (const wrong of ['0', '-1', '1.5', 'x', '', '2147483648', '%2342']) {
      expect(pathsOf(await api.get(`${incidents}?number=${wrong}`))).toEqual(['number']);
    }
  });
});

describe('changing an incident', () => {
  it('changes only what is sent, and says so in the timeline', async () => {
    const { id } = await open({ message: 'text' });
    const changed = await api.put(`${incidents}/${id}`, {
      name: 'Cards',
      status: 'IDENTIFIED',
      description: '',
    });
    expect(changed.body).toMatchObject({
      name: 'Cards',
      status: 'IDENTIFIED',
      description: '',
      impact: 'MAJOROUTAGE',
    });
    const { body } = await api.get(`/incidents/${id}/timeline`);
    expect(body.events.at(-1)).toMatchObject({ type: 'incident.updated', actor: 'a admin key' });
    const before = body.events.length;
    expect((await api.put(`${incidents}/${id}`, {})).body).toEqual(changed.body);
    expect((await api.get(`/incidents/${id}/timeline`)).body.events).toHaveLength(before);
  });

  it('takes the impact from the statuses of the components', async () => {
    const { id } = await open({ statuses: [{ id: checkout, status: 'MAJOROUTAGE' }] });
    const statuses = [
      { id: checkout, status: 'DEGRADEDPERFORMANCE' },
      { id: search, status: 'PARTIALOUTAGE' },
    ];
    expect((await api.put(`${incidents}/${id}`, { statuses })).body).toMatchObject({
      impact: 'PARTIALOUTAGE',
    });
    const fewer = await api.put(`${incidents}/${id}`, { components: [checkout] });
    expect(fewer.body.components).toMatchObject([{ id: checkout, status: 'DEGRADEDPERFORMANCE' }]);
    expect(
      pathsOf(
        await api.put(`${incidents}/${id}`, {
          components: ['x'],
          statuses: [{ id: 'y', status: 'OPERATIONAL' }],
        }),
      ),
    ).toEqual(['components[0]', 'statuses[0].id']);
  });

  it('resolves by RESOLVED, which only reopening undoes', async () => {
    const { id } = await open();
    api.clock.move(90_000);
    const resolved = (await api.put(`${incidents}/${id}`, { status: 'RESOLVED' })).body;
    expect(resolved).toMatchObject({ status: 'RESOLVED', duration: 90, response: { state: 'RESOLVED' } });
    expect((await api.put(`${incidents}/${id}`, { status: 'MONITORING' })).status).toBe(409);
    expect((await api.put(`${incidents}/${id}`, { status: 'RESOLVED', name: 'Past' })).body.name).toBe(
      'Past',
    );
    const reopened = (await api.post(`/incidents/${id}/reopen`, {})).body.incident;
    expect(reopened).toMatchObject({
      status: 'INVESTIGATING',
      resolved: null,
      response: { state: 'TRIGGERED' },
    });
  });

  it('tells updates in order, each ending when the next one starts', async () => {
    const { id } = await open({ message: 'one' });
    api.clock.move(10_000);
    const path = `${incidents}/${id}/incident-updates`;
    const update = await api.post(path, {
      status: 'IDENTIFIED',
      message: 'two <b>',
      components: [],
      statuses: [],
    });
    expect(update.body).toMatchObject({
      message: 'two <b>',
      messageHtml: '<p>two &lt;b&gt;</p>',
      status: 'IDENTIFIED',
      incident: { id, status: 'IDENTIFIED' },
    });
    expect((await api.get(`${path}/${update.body.id}`)).body).toEqual(update.body);
    expect((await api.get(`${incidents}/${id}`)).body.updates).toMatchObject([
      { message: 'one', duration: 10 },
      { message: 'two <b>', ended: null },
    ]);
    await api.post(path, { status: 'RESOLVED', message: 'over' });
    expect((await api.get(`/incidents/${id}`)).body.incident.response.state).toBe('RESOLVED');
    expect((await api.post(path, { status: 'MONITORING' })).status).toBe(409);
    expect((await api.get(`${incidents}/${id}`)).body.updates).toHaveLength(3);
    expect(pathsOf(await api.post(path, {}))).toEqual(['status']);
    expect((await api.get(`${path}/upd_x`)).status).toBe(404);
  });

  it('deletes an incident with all that is under way for it', async () => {
    const { id } = await open();
    expect((await api.del(`${incidents}/${id}`)).body).toEqual({ id });
    expect((await api.get(`/incidents/${id}`)).status).toBe(404);
    expect((await api.post(`/incidents/${id}/acknowledge`, {})).status).toBe(404);
    expect((await api.del(`${incidents}/${id}`)).status).toBe(404);
  });
});
