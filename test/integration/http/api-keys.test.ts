import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { ensureAdminKey } from '../../../src/services/api-key/ensure-admin-key.ts';
import { hashOfKey } from '../../../src/services/api-key/key-hash.ts';
import { createHttpApp } from '../../../src/http/app.ts';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

/** Calls with a key that the API made. */
async function callWith(key: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const app = createHttpApp({ services: api.services });
  const headers = { authorization: `Bearer ${key}` };
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  await app.close();
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}

describe('keys', () => {
  it('shows a key once and stores only its hash', async () => {
    const { status, body } = await api.post('/api-keys', { name: 'ci', scope: 'write' });
    expect(status).toBe(200);
    expect(body.key.length).toBeGreaterThan(30);
    expect(body.apiKey).toMatchObject({
      name: 'ci',
      scope: 'write',
      pageId: null,
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(body.key.startsWith(body.apiKey.prefix)).toBe(true);
    const stored = await api.store.apiKeys.find(body.apiKey.id);
    expect(stored?.hash).toBe(hashOfKey(body.key));
    const { body: list } = await api.get('/api-keys');
    expect(JSON.stringify(list)).not.toContain(body.key);
    expect(list.apiKeys[0]).toEqual(body.apiKey);
  });

  it('opens what its scope allows, remembers its use, and nothing once it is deleted', async () => {
    const { body } = await api.post('/api-keys', { name: 'reader', scope: 'read' });
    expect((await callWith(body.key, 'GET', '/v2/pages')).status).toBe(200);
    expect((await callWith(body.key, 'GET', '/api-keys')).status).toBe(403);
    const lastUsedAt = async () => (await api.store.apiKeys.find(body.apiKey.id))?.lastUsedAt;
    await until('its use', async () => (await lastUsedAt()) === api.clock.now());
    expect((await api.del(`/api-keys/${body.apiKey.id}`)).status).toBe(200);
    expect((await callWith(body.key, 'GET', '/v2/pages')).status).toBe(401);
    expect((await api.del(`/api-keys/${body.apiKey.id}`)).status).toBe(404);
  });

  it('refuses a wrong body by path, an expiry in the past, and an unknown page with 404', async () => {
    expect(pathsOf(await api.post('/api-keys', {}))).toEqual(['name', 'scope']);
    expect(
      pathsOf(await api.post('/api-keys', { name: '', scope: 'root', pageId: 1, expiresAt: 'soon' })),
    ).toEqual(['name', 'scope', 'pageId', 'expiresAt']);
    const past = { name: 'x', scope: 'read', expiresAt: '2020-01-01T00:00:00Z' };
    expect(pathsOf(await api.post('/api-keys', past))).toEqual(['expiresAt']);
    expect((await api.post('/api-keys', { name: 'x', scope: 'read', pageId: 'page_x' })).status).toBe(404);
  });

  it('keeps a bound admin key to the keys of its page', async () => {
    const [own, other] = [await api.page(), await api.page()];
    const bound = await api.as('admin', own);
    const made = await bound.post('/api-keys', { name: 'mine', scope: 'read' });
    expect(made.body.apiKey.pageId).toBe(own);
    expect((await bound.post('/api-keys', { name: 'x', scope: 'read', pageId: other })).status).toBe(404);
    const foreign = await api.post('/api-keys', { name: 'theirs', scope: 'read', pageId: other });
    expect((await bound.del(`/api-keys/${foreign.body.apiKey.id}`)).status).toBe(404);
    const { body } = await bound.get('/api-keys');
    expect(body.apiKeys.every((key: { pageId: string }) => key.pageId === own)).toBe(true);
    expect(body.total).toBe(2);
    expect((await bound.del(`/api-keys/${made.body.apiKey.id}`)).status).toBe(200);
    expect((await bound.post('/v1/pages', { email: 'a@b.test', name: 'x', subdomain: 'x' })).status).toBe(
      403,
    );
  });
});

describe('the first key', () => {
  const ensure = (configured: string | null) =>
    ensureAdminKey(contextOf(api.services, SYSTEM), { configured });

  it('is made once, by one of several processes that start together, and again only when no admin key is left', async () => {
    const fresh = await openApi();
    const start = () => ensureAdminKey(contextOf(fresh.services, SYSTEM), { configured: null });
    const made = await Promise.all([start(), start(), start()]);
    expect(made.filter((key) => key !== null)).toHaveLength(1);
    expect(await start()).toBeNull();
    for (const { id } of (await fresh.store.apiKeys.list({ pageId: null, offset: 0, limit: 100 })).keys) {
      await fresh.store.apiKeys.remove(id);
    }
    expect(await start()).toMatch(/^tocsin_/);
    expect(await start()).toBeNull();
    await fresh.close();
  });

  it('is the configured one, and a changed setting closes the old key', async () => {
    expect(await ensure('first-configured-key')).toBeNull();
    expect(await ensure('first-configured-key')).toBeNull();
    expect((await callWith('first-configured-key', 'GET', '/api-keys')).status).toBe(200);
    await ensure('second-configured-key');
    expect((await callWith('first-configured-key', 'GET', '/api-keys')).status).toBe(401);
    expect((await callWith('second-configured-key', 'GET', '/api-keys')).status).toBe(200);
  });
});
