import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const SET = {
  type: 'HTTP_API',
  url: 'https://shop.test/pay',
  httpMethod: 'POST',
  body: '{"price":"\u20ac 5\\n"}',
  headers: { 'X-B': 'b', 'X-A': 'a' },
  queryParams: { q: '1' },
  basicAuth: { username: 'u', password: 'p' },
  assertions: [
    { type: 'STATUS_CODE', comparison: 'EQUALS', target: '200' },
    { type: 'HEADERS', comparison: 'CONTAINS', selector: 'x-a', target: 'a' },
  ],
  locations: ['EU_CENTRAL_1', 'US_EAST_1'],
  failureConfirmations: 3,
  createComponent: true,
  createMetric: true,
  onFail: { publishIncident: true },
};

async function monitors(howMany: number): Promise<string[]> {
  const pageId = await api.page();
  const ids: string[] = [];
  for (let i = 0; i < howMany; i += 1) {
    const alert = await api.post('/monitor-alerts', { pageId, type: 'EMAIL', recipient: `a${i}@shop.test` });
    const alerts = [alert.body.monitor.id];
    const { body } = await api.post('/monitors', { ...SET, pageId, name: `Pay ${i}`, alerts });
    ids.push(body.monitor.id);
  }
  return ids;
}

test('what is read for every request is what a transaction reads, field by field', async () => {
  const ids = [...(await monitors(10)), 'mon_of_nobody'];
  const together = await Promise.all(ids.map((id) => api.store.monitors.find(id)));
  const alone = await api.services.uow.transaction(async (store) => {
    const found = [];
    for (const id of ids) found.push(await store.monitors.find(id));
    return found;
  });
  expect(together).toEqual(alone);
  expect(together.filter((monitor) => monitor === null)).toHaveLength(1);
});

test('a monitor is the same object until anything of it changes, an alert that goes with it too', async () => {
  const [id = ''] = await monitors(1);
  const before = await api.store.monitors.find(id);
  expect(await api.store.monitors.find(id)).toBe(before);
  await api.put(`/monitors/${id}`, { paused: true });
  const paused = await api.store.monitors.find(id);
  expect(paused?.paused).toBe(true);
  await api.del(`/monitor-alerts/${before?.alerts[0]}`);
  expect((await api.store.monitors.find(id))?.alerts).toEqual([]);
});

test('an id that no text can hold is refused for itself, and spoils nothing for those who ask at the same time', async () => {
  const [id = ''] = await monitors(1);
  const answers = await Promise.all(
    [id, '%00', `${id}%00`, id, '%ED%A0%80', 'x'.repeat(1_500)].map((asked) => api.get(`/monitors/${asked}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200, 400, 400]);
});

test('a monitor of another page takes the key of a page as many looks as one that is nowhere', async () => {
  const [elsewhere = ''] = await monitors(1);
  const caller = await api.as('read', await api.page());
  const find = vi.spyOn(api.store.monitors, 'find');
  const looksFor = async (id: string) => {
    find.mockClear();
    return { ...(await caller.get(`/monitors/${id}`)), looks: find.mock.calls.length };
  };
  const [there, nowhere] = [await looksFor(elsewhere), await looksFor('mon_of_nobody')];
  find.mockRestore();
  expect(there.looks).toBe(1);
  const { requestId: _one, ...one } = there.body.error;
  const { requestId: _other, ...other } = nowhere.body.error;
  expect([there.status, there.looks, one]).toEqual([nowhere.status, nowhere.looks, other]);
});

test('of monitors of any size no more is kept than a process can hold', async () => {
  const [small = ''] = await monitors(1);
  const pageId = await api.page();
  const before = await api.store.monitors.find(small);
  const large = await api.post('/monitors', { pageId, url: 'https://shop.test', headers: headers(900_000) });
  expect(large.status).toBe(200);
  const { id } = large.body.monitor;
  await api.store.monitors.find(id);
  expect(await api.store.monitors.find(small)).toBe(before);
  for (let i = 0; i < 5; i += 1) {
    await api.put(`/monitors/${id}`, { failureConfirmations: i });
    expect((await api.store.monitors.find(id))?.failureConfirmations).toBe(i);
  }
  const after = await api.store.monitors.find(small);
  expect(after).toEqual(before);
  expect(after).not.toBe(before);
});

/** Headers of that many characters. */
function headers(characters: number): Record<string, string> {
  const each = 9_000;
  return Object.fromEntries(
    Array.from({ length: characters / each }, (_, i) => [`X-${i}`, 'x'.repeat(each)]),
  );
}
