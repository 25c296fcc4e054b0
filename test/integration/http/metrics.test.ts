import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { prune } from '../../../src/services/sweep/prune.ts';
import { API_START, openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
let metrics: string;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
  metrics = `/v1/${pageId}/metrics`;
});

const add = async (name = 'Latency', more: object = {}) =>
  (await api.post(metrics, { name, suffix: 'ms', ...more })).body;
const addData = (id: string, data: readonly object[]) => api.post(`${metrics}/${id}/data`, { data });
const valuesOf = async (id: string, query = ''): Promise<number[]> =>
  (await api.get(`${metrics}/${id}${query}`)).body.data.map((point: { value: number }) => point.value);

describe('a metric', () => {
  test('is made with a name and a suffix, last on its page, and shows no data yet', async () => {
    await add('First');
    const answer = await api.post(metrics, { name: 'Latency', suffix: 'ms', stray: true });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        siteId: pageId,
        name: 'Latency',
        suffix: 'ms',
        active: true,
        order: 1,
        monitorId: null,
        data: [],
      },
    });
    expect((await api.get(`${metrics}/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await api.get(metrics)).body).toMatchObject([{ name: 'First' }, { name: 'Latency' }]);
  });

  test.each([
    [{ suffix: 'ms' }, ['name']],
    [{ name: 'Latency' }, ['suffix']],
    [{ name: '', suffix: '' }, ['name']],
    [{ name: 'x'.repeat(256), suffix: 'x'.repeat(256) }, ['name', 'suffix']],
    [{ name: 'Latency', suffix: 'ms', active: 'yes', order: -1 }, ['active', 'order']],
  ])('is refused as %j', async (body, paths) => {
    const answer = await api.post(metrics, body);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(paths);
  });

  test('changes what is sent of it and keeps the rest', async () => {
    const { id } = await add();
    await addData(id, [{ timestamp: API_START, value: 5 }]);
    const changed = await api.put(`${metrics}/${id}`, { name: 'Speed', active: false });
    expect(changed.body).toMatchObject({ name: 'Speed', suffix: 'ms', active: false, data: [{ value: 5 }] });
  });

  test('is deleted with its data', async () => {
    const { id } = await add();
    await addData(id, [{ timestamp: API_START, value: 5 }]);
    expect((await api.del(`${metrics}/${id}`)).body).toEqual({ id, name: 'Latency' });
    for (const call of [api.get, api.del]) expect((await call(`${metrics}/${id}`)).status).toBe(404);
    expect((await addData(id, [])).status).toBe(404);
  });

  test('of another page is not there', async () => {
    const { id } = await add();
    const elsewhere = `/v1/${await api.page('Other')}/metrics/${id}`;
    const point = { timestamp: API_START, value: 1 };
    const answers = [
      await api.get(elsewhere),
      await api.put(elsewhere, { name: 'Mine' }),
      await api.post(elsewhere, point),
      await api.post(`${elsewhere}/data`, { data: [point] }),
      await api.del(`${elsewhere}/data`),
      await api.del(elsewhere),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await valuesOf(id)).toEqual([]);
  });

  test('is changed by whoever may write, and by nobody else', async () => {
    const { id } = await add();
    const reader = await api.as('read', pageId);
    expect((await reader.get(metrics)).status).toBe(200);
    expect((await reader.post(`${metrics}/${id}`, { timestamp: API_START, value: 1 })).status).toBe(403);
    const stranger = await api.as('write', await api.page('Other'));
    expect((await stranger.get(`${metrics}/${id}`)).status).toBe(404);
  });
});

describe('data of a metric', () => {
  test.each([
    ['epoch milliseconds', API_START],
    ['epoch seconds', API_START / 1_000],
    ['ISO 8601', new Date(API_START).toISOString()],
    ['ISO 8601 with an offset', '2026-01-15T14:00:00+02:00'],
  ])('takes %s and answers epoch milliseconds', async (_form, timestamp) => {
    const { id } = await add();
    const { status, body } = await api.post(`${metrics}/${id}`, { timestamp, value: 12.5 });
    expect([status, body]).toEqual([200, { id: expect.any(String), timestamp: API_START, value: 12.5 }]);
    expect((await api.get(`${metrics}/${id}`)).body.data).toEqual([body]);
  });

  test.each([
    [{ value: 1 }, 'timestamp'],
    [{ timestamp: API_START }, 'value'],
    [{ timestamp: 'yesterday', value: 1 }, 'timestamp'],
    [{ timestamp: 1e300, value: 1 }, 'timestamp'],
    [{ timestamp: API_START, value: '1' }, 'value'],
    [{ timestamp: null, value: 1 }, 'timestamp'],
  ])('is refused as %j', async (point, path) => {
    const { id } = await add();
    const one = await api.post(`${metrics}/${id}`, point);
    const many = await addData(id, [{ timestamp: API_START, value: 1 }, point]);
    expect([one.status, pathsOf(one)]).toEqual([400, [path]]);
    expect([many.status, pathsOf(many)]).toEqual([400, [`data[1].${path}`]]);
    expect(await valuesOf(id)).toEqual([]);
  });

  test('comes in ten thousands, is answered in the order in which it was sent, and no more at once', async () => {
    const { id } = await add();
    const many = Array.from({ length: 10_000 }, (_, i) => ({ timestamp: API_START - i, value: i }));
    const answer = await addData(id, many);
    expect(answer.status).toBe(200);
    expect(answer.body.map((point: { value: number }) => point.value)).toEqual(many.map((p) => p.value));
    expect(pathsOf(await addData(id, [...many, { timestamp: 0, value: 0 }]))).toEqual(['data']);
    expect((await addData(id, [])).body).toEqual([]);
  });

  test('is shown by rising instant, the newest hundred of it or as many as are asked for', async () => {
    const { id } = await add();
    const hours = Array.from({ length: 150 }, (_, i) => ({ timestamp: API_START - i * HOUR_MS, value: i }));
    await addData(id, hours);
    const newest = Array.from({ length: 100 }, (_, i) => 99 - i);
    expect(await valuesOf(id)).toEqual(newest);
    expect((await api.get(metrics)).body[0].data).toHaveLength(100);
    expect(await valuesOf(id, '?limit=2')).toEqual([1, 0]);
    expect(await valuesOf(id, '?limit=1000')).toHaveLength(150);
    expect(await valuesOf(id, `?to=${API_START - 2 * HOUR_MS}&limit=2`)).toEqual([3, 2]);
    expect(await valuesOf(id, `?from=${API_START - 2 * HOUR_MS}`)).toEqual([2, 1, 0]);
    // The start is at noon: its day has thirteen of them, from 00:00 to 12:00, and the day before 24.
    expect(await valuesOf(id, '?from=2026-01-15')).toHaveLength(13);
    expect(await valuesOf(id, '?from=2026-01-14&to=2026-01-14')).toHaveLength(24);
  });

  test.each(['from=soon', 'to=soon', 'limit=0', 'limit=1001'])('cannot be asked for by %s', async (query) => {
    const { id } = await add();
    expect((await api.get(`${metrics}/${id}?${query}`)).status).toBe(400);
  });

  test('is deleted as a whole, and the metric stays', async () => {
    const { id } = await add();
    await addData(id, [{ timestamp: API_START, value: 5 }]);
    const subdomain = (await api.store.pages.find(pageId))?.subdomain;
    expect((await api.del(`${metrics}/${id}/data`)).body).toEqual({
      name: 'Latency',
      order: 0,
      suffix: 'ms',
      site: { id: pageId, subdomain },
    });
    expect(await valuesOf(id)).toEqual([]);
  });

  test('is kept for 90 days', async () => {
    const { id } = await add();
    const old = Array.from({ length: 5_100 }, (_, i) => ({
      timestamp: API_START - 91 * DAY_MS - i,
      value: 1,
    }));
    await addData(id, [...old, { timestamp: API_START - 89 * DAY_MS, value: 2 }]);
    const services = { ...api.services, settings: { ...api.services.settings, logRetentionDays: 30 } };
    await prune(contextOf(services, SYSTEM));
    expect(await valuesOf(id, '?limit=1000')).toEqual([2]);
  });
});
