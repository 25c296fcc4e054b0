import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
});
afterAll(() => api.close());

const monitor = (more: object = {}) => ({ pageId, url: 'https://shop.test:8443/health?a=1', ...more });
const statusIs = { type: 'STATUSCODE', comparison: 'EQUALS', target: '200' };

describe('monitors', () => {
  test('get their defaults', async () => {
    const { status, body } = await api.post('/monitors', monitor());
    expect(status).toBe(200);
    expect(body.message).toBe('Monitor created successfully');
    expect(body.monitor).toEqual({
      id: body.monitor.id,
      pageId,
      siteId: pageId,
      type: 'HTTP',
      name: 'shop.test:8443',
      url: 'https://shop.test:8443/health?a=1',
      httpMethod: 'GET',
      body: null,
      headers: {},
      queryParams: {},
      basicAuth: null,
      assertions: [],
      alerts: [],
      locations: 'US_EAST_1',
      checksInterval: 60,
      failureConfirmations: 1,
      graceSeconds: 60,
      heartbeatUrl: null,
      createComponent: false,
      componentId: null,
      createMetric: false,
      onFail: {
        createIncident: true,
        createOutageDuration: false,
        publishIncident: false,
        notifySubscribers: false,
      },
      onRecover: {
        resolveIncident: true,
        resolveOutageDuration: false,
        publishIncident: false,
        notifySubscribers: false,
      },
      groupId: null,
      paused: false,
      status: 'UNKNOWN',
      lastCheckedAt: null,
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:00:00.000Z',
    });
    expect((await api.get(`/monitors/${body.monitor.id}`)).body).toEqual({ monitor: body.monitor });
  });

  test('answer what was sent: assertions underscored with target and value, several locations as an array', async () => {
    const sent = monitor({
      type: 'HTTP_API',
      name: 'Checkout',
      httpMethod: 'POST',
      body: '{"a":1}',
      headers: { 'X-Trace': 'é on' },
      queryParams: { q: 'ü&=' },
      assertions: [
        statusIs,
        { type: 'JSONBODY', comparison: 'NOT_NULL', selector: '$.ok' },
        { type: 'RESPONSE_TIME', comparison: 'LESS_THAN', value: '500', selector: null },
      ],
      locations: ['EU_CENTRAL_1', 'AP_SOUTHEAST_2', 'EU_CENTRAL_1'],
      checksInterval: 5,
      failureConfirmations: 0,
      onFail: { createIncident: false },
      onRecover: { notifySubscribers: true },
      paused: true,
    });
    const made = (await api.post('/monitors', sent)).body.monitor;
    expect(made).toMatchObject({
      type: 'HTTP_API',
      name: 'Checkout',
      httpMethod: 'POST',
      body: '{"a":1}',
      headers: { 'X-Trace': 'é on' },
      queryParams: { q: 'ü&=' },
      assertions: [
        { type: 'STATUS_CODE', comparison: 'EQUALS', selector: null, target: '200', value: '200' },
        { type: 'JSON_BODY', selector: '$.ok', target: '', value: '' },
        { type: 'RESPONSE_TIME', target: '500', value: '500' },
      ],
      locations: ['EU_CENTRAL_1', 'AP_SOUTHEAST_2'],
      checksInterval: 5,
      failureConfirmations: 0,
      onFail: { createIncident: false, createOutageDuration: false },
      onRecover: { resolveIncident: true, notifySubscribers: true },
      paused: true,
    });
    const sentBack = await api.put(`/monitors/${made.id}`, made);
    expect(sentBack.body.monitor).toEqual({ ...made, updatedAt: sentBack.body.monitor.updatedAt });
  });

  test('change only what is sent; null clears; flags change one by one; assertions keep their ids', async () => {
    const sent = monitor({ body: 'x', assertions: [statusIs], onFail: { publishIncident: true } });
    const before = (await api.post('/monitors', sent)).body.monitor;
    const path = `/monitors/${before.id}`;
    api.clock.move(1_000);
    const { body } = await api.put(path, { url: 'http://new.test/', name: 'New' });
    expect(body.message).toBe('Monitor updated successfully');
    expect(body.monitor).toEqual({
      ...before,
      url: 'http://new.test/',
      name: 'New',
      updatedAt: body.monitor.updatedAt,
    });
    const more = await api.put(path, {
      body: null,
      onFail: { createIncident: false },
      assertions: [
        { ...statusIs, target: '201' },
        { ...before.assertions[0], target: '204', value: undefined },
      ],
    });
    expect(more.body.monitor.body).toBeNull();
    expect(more.body.monitor.onFail).toMatchObject({ createIncident: false, publishIncident: true });
    expect(more.body.monitor.assertions).toMatchObject([
      { value: '201' },
      { id: before.assertions[0].id, value: '204' },
    ]);
  });

  test('never answer a password; the mask sent back keeps it, null forgets it', async () => {
    const auth = { username: 'u', password: 'hunter2' };
    const made = (await api.post('/monitors', monitor({ basicAuth: auth }))).body.monitor;
    expect(made.basicAuth).toEqual({ username: 'u', password: '********' });
    const stored = async () => (await api.store.monitors.find(made.id))?.basicAuth;
    await api.put(`/monitors/${made.id}`, { basicAuth: { username: 'v', password: '********' } });
    expect(await stored()).toEqual({ username: 'v', password: 'hunter2' });
    await api.put(`/monitors/${made.id}`, { basicAuth: { username: 'v', password: 'new' } });
    expect(await stored()).toEqual({ username: 'v', password: 'new' });
    await api.put(`/monitors/${made.id}`, { basicAuth: null });
    expect(await stored()).toBeNull();
  });

  test.each([
    ['no page', { pageId: undefined }, 'pageId'],
    ['no url', { url: undefined }, 'url'],
    ['a url that is none', { url: 'shop.test' }, 'url'],
    ['a url of another scheme', { url: 'ftp://shop.test' }, 'url'],
    ['an unknown type', { type: 'CARRIER_PIGEON' }, 'type'],
    ['a URL to ping', { type: 'PING' }, 'url'],
    ['an option of the program in place of a host', { type: 'PING', url: '-f' }, 'url'],
    ['a host without a port to connect to', { type: 'TCP', url: 'shop.test' }, 'url'],
    ['a record type that there is not', { type: 'DNS', url: 'shop.test?type=NOPE' }, 'url'],
    ['an unknown method', { httpMethod: 'TRACE' }, 'httpMethod'],
    ['an empty name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['a long body', { body: 'x'.repeat(10_001) }, 'body'],
    ['a body of the wrong type', { body: {} }, 'body'],
    ['a header name that is none', { headers: { 'a b': 'c' } }, 'headers["a b"]'],
    ['a header value with a line break', { headers: { a: 'b\r\nc: d' } }, 'headers.a'],
    ['a parameter of the wrong type', { queryParams: { a: 1 } }, 'queryParams.a'],
    ['half a login', { basicAuth: { password: 'p' } }, 'basicAuth.username'],
    ['an unknown location', { locations: 'MARS_1' }, 'locations'],
    ['an unknown location in a list', { locations: ['US_EAST_1', 'MARS_1'] }, 'locations[1]'],
    ['no locations', { locations: [] }, 'locations'],
    ['an interval under 5 s', { checksInterval: 4 }, 'checksInterval'],
    ['an interval over a day', { checksInterval: 86_401 }, 'checksInterval'],
    ['half a second', { checksInterval: 5.5 }, 'checksInterval'],
    ['a grace over a day', { graceSeconds: 86_401 }, 'graceSeconds'],
    ['a grace under nothing', { graceSeconds: -1 }, 'graceSeconds'],
    ['too many confirmations', { failureConfirmations: 11 }, 'failureConfirmations'],
    ['a flag of the wrong type', { onFail: { createIncident: 'yes' } }, 'onFail.createIncident'],
    ['an unknown assertion', { assertions: [{ ...statusIs, type: 'SMELL' }] }, 'assertions[0].type'],
    [
      'an unknown comparison',
      { assertions: [{ ...statusIs, comparison: 'LIKE' }] },
      'assertions[0].comparison',
    ],
    [
      'an assertion without target',
      { assertions: [{ ...statusIs, target: undefined }] },
      'assertions[0].target',
    ],
    ['target and value that differ', { assertions: [{ ...statusIs, value: '201' }] }, 'assertions[0].value'],
    [
      'a status code that is no number',
      { assertions: [{ ...statusIs, target: 'ok' }] },
      'assertions[0].target',
    ],
    [
      'a path that is none',
      { assertions: [{ ...statusIs, type: 'JSON_BODY', selector: '$[' }] },
      'assertions[0].selector',
    ],
    ['an alert that is not there', { alerts: ['alr_x'] }, 'alerts[0]'],
  ])('refuse %s, naming its path', async (_what, wrong, path) => {
    const answer = await api.post('/monitors', { ...monitor(), pageId, ...wrong });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toContain(path);
  });

  test('refuse a change that leaves nothing to check, and null where nothing may be null', async () => {
    const { id } = (await api.post('/monitors', monitor())).body.monitor;
    expect(pathsOf(await api.put(`/monitors/${id}`, { url: null }))).toEqual(['url']);
    expect(pathsOf(await api.put(`/monitors/${id}`, { url: 'nope' }))).toEqual(['url']);
    expect(pathsOf(await api.put(`/monitors/${id}`, { type: 'TCP' }))).toEqual(['url']);
    expect(pathsOf(await api.put(`/monitors/${id}`, { name: null, headers: null }))).toEqual([
      'name',
      'headers',
    ]);
  });

  test('make a component of their name, once, and keep it', async () => {
    const made = (await api.post('/monitors', monitor({ name: 'API', createComponent: true }))).body.monitor;
    const component = await api.store.components.find(made.componentId);
    expect(component).toMatchObject({ pageId, name: 'API', status: 'OPERATIONAL' });
    await api.put(`/monitors/${made.id}`, { createComponent: false });
    const again = await api.put(`/monitors/${made.id}`, { createComponent: true });
    expect(again.body.monitor.componentId).toBe(made.componentId);
    await api.del(`/monitors/${made.id}`);
    expect(await api.store.components.find(made.componentId)).not.toBeNull();
  });

  test('are checked at once when new, then at their own place within the interval; a pause stops them', async () => {
    const made = (await api.post('/monitors', monitor({ locations: ['US_EAST_1', 'EU_CENTRAL_1'] }))).body
      .monitor;
    const claim = async (locations = ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1']) => {
      const now = api.clock.now();
      const claimed = await api.store.monitors.claimDue({ locations, now, limit: 1_000 });
      return claimed.filter((check) => check.monitorId === made.id).map((check) => check.location);
    };
    expect((await claim()).toSorted()).toEqual(['EU_CENTRAL_1', 'US_EAST_1']);
    expect(await claim()).toEqual([]);
    api.clock.move(60_000);
    expect(await claim()).toHaveLength(2);

    await api.put(`/monitors/${made.id}`, { paused: true });
    api.clock.move(120_000);
    expect(await claim()).toEqual([]);
    await api.put(`/monitors/${made.id}`, { paused: false, locations: 'AP_NORTHEAST_1' });
    expect(await claim()).toEqual(['AP_NORTHEAST_1']);
    const [loaded] = await api.store.monitors.loadForCheck([made.id]);
    expect(loaded?.places.map((place) => place.location)).toEqual(['AP_NORTHEAST_1']);

    await api.put(`/monitors/${made.id}`, { checksInterval: 86_400 });
    api.clock.move(86_400_000);
    expect(await claim()).toEqual(['AP_NORTHEAST_1']);
    await api.put(`/monitors/${made.id}`, { checksInterval: 60 });
    api.clock.move(60_000);
    expect(await claim()).toEqual(['AP_NORTHEAST_1']);
  });

  test('are listed oldest first, by part of name or url, by status and in pages', async () => {
    const page = await api.page('Listed');
    for (const name of ['50% off', 'Plain', 'under_score', 'back\\slash']) {
      api.clock.move(1);
      await api.post('/monitors', { pageId: page, name, url: `https://${name.length}.test/Path` });
    }
    const names = async (query: string) => {
      const { body } = await api.get(`/${page}/monitors${query}`);
      return body.monitors.map((m: { name: string }) => m.name);
    };
    expect(await names('')).toEqual(['50% off', 'Plain', 'under_score', 'back\\slash']);
    expect(await names('?search=PLA')).toEqual(['Plain']);
    expect(await names('?search=7.test/path')).toEqual(['50% off']);
    expect(await names('?search=%25')).toEqual(['50% off']);
    expect(await names('?search=_')).toEqual(['under_score']);
    expect(await names('?search=%5C')).toEqual(['back\\slash']);
    expect(await names('?limit=2&page=2')).toEqual(['under_score', 'back\\slash']);
    expect(await names('?status=UP')).toEqual([]);
    expect((await api.get(`/${page}/monitors?limit=3`)).body).toMatchObject({
      total: 4,
      page: 1,
      totalPages: 2,
      limit: 3,
    });
    const [first] = (await api.store.monitors.list({ pageId: page, offset: 0, limit: 1 })).monitors;
    const change = { monitorId: first?.id ?? '', from: 'UNKNOWN', to: 'UP', now: api.clock.now() } as const;
    expect(await api.store.monitors.setStatus(change)).toBe(true);
    expect(await api.store.monitors.setStatus(change)).toBe(false);
    expect(await names('?status=UP')).toEqual(['50% off']);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'page=0', 'status=BROKEN']) {
      const answer = await api.get(`/${page}/monitors?${query}`);
      expect([query, answer.status, pathsOf(answer)]).toEqual([query, 400, [query.split('=')[0]]]);
    }
  });

  test('do not exist for the key of another page, nor after they are deleted', async () => {
    const { id } = (await api.post('/monitors', monitor())).body.monitor;
    const path = `/monitors/${id}`;
    const stranger = await api.as('admin', await api.page('Other'));
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get(`${path}/logs`)).status).toBe(404);
    expect((await stranger.put(path, { name: 'x' })).status).toBe(404);
    expect((await stranger.del(path)).status).toBe(404);
    expect((await stranger.get(`/${pageId}/monitors`)).status).toBe(404);
    expect((await stranger.post('/monitors', monitor())).status).toBe(404);
    expect((await api.post('/monitors', monitor({ pageId: 'page_x' }))).status).toBe(404);
    expect((await api.del(path)).body).toEqual({ message: 'Monitor deleted successfully.' });
    expect((await api.get(path)).status).toBe(404);
    expect((await api.del(path)).status).toBe(404);
  });
});
