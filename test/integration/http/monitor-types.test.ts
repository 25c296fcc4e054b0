import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
});
afterAll(() => api.close());

describe('a monitor that does not speak HTTP', () => {
  test.each([
    ['PING', 'shop.test', 'shop.test'],
    ['PING', '2001:db8::1', '2001:db8::1'],
    ['TCP', 'shop.test:5432', 'shop.test:5432'],
    ['TCP', 'tcp://[2001:db8::1]:443', '[2001:db8::1]:443'],
    ['DNS', 'shop.test', 'shop.test'],
    ['DNS', 'dns://192.0.2.53/shop.test?type=MX', 'shop.test'],
  ])('is called what it checks: %s %s', async (type, url, name) => {
    const { status, body } = await api.post('/monitors', { pageId, type, url });
    expect(status).toBe(200);
    expect(body.monitor).toMatchObject({ type, url, name });
  });

  test('keeps what is of HTTP alone, and every assertion', async () => {
    const assertions = ['AVAILABLE', 'PING', 'TCP', 'DNS', 'BODY', 'SSL_EXPIRY'].map((type) => ({
      type,
      comparison: 'NOT_NULL',
    }));
    const sent = {
      pageId,
      type: 'TCP',
      url: 'shop.test:1',
      httpMethod: 'POST',
      body: 'x',
      headers: { a: 'b' },
    };
    const { body } = await api.post('/monitors', { ...sent, assertions });
    expect(body.monitor).toMatchObject({ ...sent, assertions });
  });

  test.each([
    ['PING', 'https://shop.test/', /send shop\.test$/],
    ['PING', 'shop.test:80', /^must be a host alone/],
    ['PING', '-f', /^must be a host alone/],
    ['TCP', 'https://shop.test/', /^must be host:port/],
    ['DNS', 'https://shop.test/', /send shop\.test$/],
    ['DNS', '192.0.2.1', /PTR/],
    ['DNS', 'shop.test?type=ANY', /^may ask for one type alone, of A, /],
  ])('is refused for what is no target of %s: %s', async (type, url, message) => {
    const answer = await api.post('/monitors', { pageId, type, url });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual([
      { path: 'url', message: expect.stringMatching(message) as string },
    ]);
  });

  test('becomes one of another type only with a url that is right for it', async () => {
    const { id } = (await api.post('/monitors', { pageId, url: 'https://shop.test/' })).body.monitor;
    const path = `/monitors/${id}`;
    expect(pathsOf(await api.put(path, { type: 'PING' }))).toEqual(['url']);
    expect(pathsOf(await api.put(path, { type: 'TCP', url: 'shop.test' }))).toEqual(['url']);
    const tcp = await api.put(path, { type: 'TCP', url: 'shop.test:443' });
    expect(tcp.body.monitor).toMatchObject({ type: 'TCP', url: 'shop.test:443' });
    expect(pathsOf(await api.put(path, { url: 'shop.test' }))).toEqual(['url']);
    expect(pathsOf(await api.put(path, { type: 'HTTP' }))).toEqual(['url']);
    expect((await api.put(path, { type: 'DNS', url: 'shop.test' })).status).toBe(200);
    expect((await api.put(path, { type: 'PING' })).body.monitor).toMatchObject({
      type: 'PING',
      url: 'shop.test',
    });
  });
});
