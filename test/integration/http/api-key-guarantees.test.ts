import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpApp } from '../../../src/http/app.ts';
import { createApiKey } from '../../../src/services/api-key/create.ts';
import { hashOfKey } from '../../../src/services/api-key/key-hash.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { startProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

type Made = { apiKey: { id: string }; key: string };
const make = async (more: object = {}): Promise<Made> =>
  (await api.post('/api-keys', { name: 'ci', scope: 'read', ...more })).body;
const callWith = async (key: string, url = '/v2/pages') =>
  (await api.inject({ method: 'GET', url, headers: { authorization: `Bearer ${key}` } })).statusCode;
const lastUse = async (id: string) => (await api.store.apiKeys.find(id))?.lastUsedAt ?? null;

describe('the last use of a key', () => {
  it('is written down at most once a minute, and while the request goes on', async () => {
    const { apiKey, key } = await make();
    const first = api.clock.now();
    await Promise.all(Array.from({ length: 20 }, () => callWith(key)));
    await until('the first use', async () => (await lastUse(apiKey.id)) === first);
    api.clock.move(59_000);
    expect(await callWith(key)).toBe(200);
    expect(await lastUse(apiKey.id)).toBe(first);
    api.clock.move(1_000);
    expect(await callWith(key)).toBe(200);
    await until('the next use', async () => (await lastUse(apiKey.id)) === api.clock.now());
  });

  it('of many keys at once is written for each of them, and never set back', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => make()));
    await Promise.all(keys.map(({ key }) => callWith(key)));
    const now = api.clock.now();
    for (const { apiKey } of keys) {
      await until('its use', async () => (await lastUse(apiKey.id)) === now);
    }
    const ids = keys.map(({ apiKey }) => apiKey.id);
    const [earlier, later] = [now - 10 * 60_000, now - 5 * 60_000] as (typeof now)[];
    await api.store.apiKeys.touch(ids, earlier ?? now, later ?? now);
    expect(await Promise.all(ids.map(lastUse))).toEqual(ids.map(() => now));
  });

  it('keeps no request from being answered where it cannot be written', async () => {
    const { apiKeys } = api.services.uow.read;
    const touch = async () => Promise.reject(new Error('no'));
    const read = { ...api.services.uow.read, apiKeys: { ...apiKeys, touch } };
    const app = createHttpApp({ services: { ...api.services, uow: { ...api.services.uow, read } } });
    const { key } = await make();
    const headers = { authorization: `Bearer ${key}` };
    expect((await app.inject({ method: 'GET', url: '/v2/pages', headers })).statusCode).toBe(200);
    await app.close();
  });
});

describe('a key', () => {
  it('opens nothing from the very instant on at which it expires', async () => {
    const expiresAt = new Date(api.clock.now() + 3_600_000).toISOString();
    const { key } = await make({ expiresAt });
    api.clock.move(3_599_999);
    expect(await callWith(key)).toBe(200);
    api.clock.move(1);
    expect(await callWith(key)).toBe(401);
  });

  it('that is deleted is refused at once by every process', async () => {
    const one = await startProduct();
    const two = await startProduct({}, {}, one.databaseUrl);
    const { apiKey, key } = await one.ok('POST', '/api-keys', { name: 'ci', scope: 'read' });
    const statusAt = async (url: string) =>
      (await fetch(`${url}/v2/pages`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect([await statusAt(one.url), await statusAt(two.url)]).toEqual([200, 200]);
    await one.ok('DELETE', `/api-keys/${apiKey.id}`);
    expect([await statusAt(two.url), await statusAt(one.url)]).toEqual([401, 401]);
    await two.close();
    await one.close();
  });

  it('is not made for a page that is deleted in the same moment, which is as if it had not existed', async () => {
    const input = { name: 'late', scope: 'read', pageId: 'page_gone', expiresAt: null } as const;
    await expect(createApiKey(contextOf(api.services, SYSTEM), input)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is found by its hash alone, and shown by no later answer', async () => {
    const { apiKey, key } = await make();
    expect(await callWith(hashOfKey(key))).toBe(401);
    expect(await callWith(key.slice(0, -1))).toBe(401);
    expect(await callWith(`${key}x`)).toBe(401);
    const told = JSON.stringify([
      (await api.get('/api-keys')).body,
      (await api.get(`/audit-log?objectId=${apiKey.id}`)).body,
    ]);
    expect(told).toContain(apiKey.id);
    expect(told).not.toContain(key);
    expect(told).not.toContain(hashOfKey(key));
  });

  it('makes none of a wider scope than its own: only admin keys make any, bound ones for their page', async () => {
    const pageId = await api.page();
    for (const scope of ['read', 'write'] as const) {
      const caller = await api.as(scope, pageId);
      expect((await caller.post('/api-keys', { name: 'x', scope: 'read' })).status).toBe(403);
      expect((await caller.get('/api-keys')).status).toBe(403);
      expect((await caller.del('/api-keys/key_x')).status).toBe(403);
    }
    const bound = await api.as('admin', pageId);
    for (const sent of [{}, { pageId: null }, { pageId }]) {
      const made = await bound.post('/api-keys', { name: 'x', scope: 'admin', ...sent });
      expect(made.body.apiKey).toMatchObject({ scope: 'admin', pageId });
    }
    const { apiKey } = await make();
    expect((await bound.del(`/api-keys/${apiKey.id}`)).status).toBe(404);
  });
});

describe('the last key that opens everything', () => {
  it('cannot be deleted, not by two who delete two at once either', async () => {
    const fresh = await openApi();
    const add = async () => (await fresh.post('/api-keys', { name: 'x', scope: 'admin' })).body.apiKey.id;
    const own = (await fresh.get('/api-keys')).body.apiKeys[0].id;
    const soon = new Date(fresh.clock.now() + 60_000).toISOString();
    await fresh.post('/api-keys', { name: 'short', scope: 'admin', expiresAt: soon });
    fresh.clock.move(60_000);
    const refused = await fresh.del(`/api-keys/${own}`);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    const other = await add();
    const [a, b] = await Promise.all([fresh.del(`/api-keys/${own}`), fresh.del(`/api-keys/${other}`)]);
    expect([a.status, b.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await fresh.store.apiKeys.hasAdmin(fresh.clock.now())).toBe(true);
    await fresh.close();
  });
});

describe('RATE_LIMIT_PER_MINUTE', () => {
  it('answers 429 with Retry-After to the key that is above it, and keeps no other key waiting', async () => {
    const app = createHttpApp({ services: api.services, rateLimitPerMinute: 2 });
    const pages = [await api.page(), await api.page()];
    const [one, two] = [await make({ pageId: pages[0] }), await make({ pageId: pages[1] })];
    const call = ({ key }: Made) =>
      app.inject({ method: 'GET', url: '/v2/pages', headers: { authorization: `Bearer ${key}` } });
    expect([(await call(one)).statusCode, (await call(one)).statusCode]).toEqual([200, 200]);
    const refused = await call(one);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.json().error.code).toBe('rate_limited');
    expect((await call(two)).statusCode).toBe(200);
    api.clock.move(30_000);
    expect((await call(one)).statusCode).toBe(200);
    await app.close();
  });
});
