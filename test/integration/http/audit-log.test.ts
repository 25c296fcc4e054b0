import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { DAY_MS } from '../../../src/core/time/instant.ts';
import { createHttpApp } from '../../../src/http/app.ts';
import type { HttpApp } from '../../../src/http/http-app.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { open } from '../../../src/services/incident/open.ts';
import { resolve } from '../../../src/services/incident/resolve.ts';
import { prune } from '../../../src/services/sweep/prune.ts';
import { createSlackVerbs } from '../../../src/slack/bind.ts';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import type { Json } from '../../support/product.ts';

const TOKEN = 'a-twilio-token';
let api: TestApi;
let app: HttpApp;
let pageId: string;
let annId: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  app = createHttpApp({ services: api.services, twilio: { authToken: TOKEN } });
});
beforeEach(async () => {
  pageId = await api.page();
  annId = (await ok('post', `/v1/${pageId}/team`, { email: 'ann@x.test', name: 'Ann', permission: 'FULL' }))
    .id;
});
afterAll(async () => {
  await app.close();
  await api.close();
});

async function ok(method: 'get' | 'post' | 'put' | 'del', url: string, body?: unknown): Promise<Json> {
  const answer = await api[method](url, body);
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const log = async (query = ''): Promise<Json[]> => (await ok('get', `/${pageId}/audit-log${query}`)).auditLog;
const team = (name: string) => ok('post', '/teams', { pageId, name, members: [] });
const incident = (name = 'Down') => ok('post', `/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING' });

describe('an entry', () => {
  it('says who did what to what, from where, and what changed', async () => {
    const { apiKey, key } = await ok('post', '/api-keys', { name: 'terraform', scope: 'write', pageId });
    const made = (await team('Web')).team;
    const answer = await api.inject({
      method: 'PUT',
      url: `/teams/${made.id}`,
      headers: { authorization: `Bearer ${key}` },
      remoteAddress: '203.0.113.7',
      payload: { name: 'Site', members: ['ann@x.test'] },
    });
    const [entry] = await log();
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_/),
      pageId,
      at: '2026-01-15T12:00:00.000Z',
      actorKind: 'KEY',
      actorId: apiKey.id,
      actorName: 'terraform',
      via: 'api',
      origin: '203.0.113.7',
      requestId: answer.headers['x-request-id'],
      action: 'updated',
      kind: 'team',
      objectId: made.id,
      objectName: 'Site',
      changes: [
        { path: 'name', from: 'Web', to: 'Site' },
        { path: 'memberIds[0]', from: null, to: annId },
      ],
    });
  });

  it('names the member who acts, and the key that said so', async () => {
    const { id } = await incident();
    await ok('post', `/incidents/${id}/acknowledge`, { by: 'ann@x.test' });
    const [entry] = await log();
    expect(entry).toMatchObject({
      actorKind: 'MEMBER',
      actorId: annId,
      actorName: 'Ann',
      via: 'api',
      action: 'acknowledged',
      objectId: id,
    });
    expect(entry.changes).toContainEqual({ path: 'response.state', from: 'TRIGGERED', to: 'ACKNOWLEDGED' });
    expect(entry.changes).toContainEqual({
      path: '(by API key)',
      from: null,
      to: expect.stringMatching(/^a admin key \(key_/),
    });
  });

  it('cuts what is long and says so, and takes any text', async () => {
    const { id } = await incident();
    const text = `${'a'.repeat(999)}😀${'b'.repeat(4_000)}`;
    await ok('post', `/incidents/${id}/notes`, { text });
    const [entry] = await log();
    expect(entry.changes[0].to).toMatch(/^a{900,}… \(cut from 5001 characters\)$/);
    expect(entry.changes[0].to.length).toBeLessThanOrEqual(1_000);
  });

  it('is not there where nothing changed, nor where nothing was done', async () => {
    const { id } = (await team('Web')).team;
    const before = (await log()).length;
    await ok('put', `/teams/${id}`, {});
    await ok('put', `/teams/${id}`, { name: 'Web' });
    expect((await api.post('/teams', { pageId, name: 'Web', members: [] })).status).toBe(409);
    expect((await api.put(`/teams/${id}`, { members: ['nobody@x.test'] })).status).toBe(400);
    expect(await log()).toHaveLength(before);
  });

  it('is there once for a request that is repeated', async () => {
    const { key } = await ok('post', '/api-keys', { name: 'tool', scope: 'write' });
    const call = () =>
      api.inject({
        method: 'POST',
        url: '/teams',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': pageId },
        payload: { pageId, name: 'Web', members: [] },
      });
    expect([(await call()).statusCode, (await call()).statusCode]).toEqual([200, 200]);
    expect(await log('?kind=team')).toHaveLength(1);
  });
});

describe('by which way somebody came', () => {
  const ann = () => ({ kind: 'member', memberId: annId, name: 'Ann', via: 'chat' }) as const;

  it('is told of chat, of the link in an e-mail, and of a reply by SMS', async () => {
    await ok('put', `/v1/${pageId}/team/${annId}`, { phone: `+4930${api.clock.now()}`.slice(0, 15) });
    const { phone } = (await api.store.members.find(annId)) ?? {};
    const [one, two, three] = [await incident(), await incident(), await incident()];
    await createSlackVerbs(api.services).acknowledge(ann(), { incidentId: one.id });
    const token = api.services.links.sign(JSON.stringify({ i: two.id, m: annId }));
    await app.inject({ method: 'POST', url: `/acknowledge/${token}` });
    const sms = { From: phone ?? '', Body: `A ${three.number}` };
    const url = `${api.services.settings.publicUrl}/twilio/sms`;
    await app.inject({
      method: 'POST',
      url: '/twilio/sms',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': getExpectedTwilioSignature(TOKEN, url, sms),
      },
      payload: new URLSearchParams(sms).toString(),
    });
    const told = (await log(`?actorId=${annId}`)).map(({ via, objectId, origin, action }) => [
      via,
      objectId,
      origin,
      action,
    ]);
    expect(told).toEqual([
      ['sms', three.id, '127.0.0.1', 'acknowledged'],
      ['email', two.id, '127.0.0.1', 'acknowledged'],
      ['chat', one.id, null, 'acknowledged'],
    ]);
  });

  it('is an integration for what a tool opened and resolved, once for an alert that it repeats', async () => {
    const { integration } = await ok('post', '/v3/integrations', { pageId, integrationType: 'WEBHOOK' });
    const url = new URL(integration.url).pathname;
    const alert = { title: 'Disk full', dedupKey: 'disk', status: 'firing' };
    for (const status of ['firing', 'firing', 'resolved']) await api.post(url, { ...alert, status });
    const told = await log(`?actorId=${integration.id}&kind=incident`);
    expect(told.map(({ action, via, actorKind }) => [action, via, actorKind])).toEqual([
      ['resolved', 'inbound', 'INTEGRATION'],
      ['created', 'inbound', 'INTEGRATION'],
    ]);
  });

  it('is nobody’s for what the system does by itself, which the timeline tells', async () => {
    const before = await log();
    const ctx = contextOf(api.services, SYSTEM);
    const { incident: opened } = await open(ctx, { pageId, name: 'Down', source: 'MONITOR' });
    await resolve(ctx, { incidentId: opened.id });
    expect(await log()).toEqual(before);
  });
});

describe('secrets', () => {
  it('are nowhere in the log, and that they changed is', async () => {
    const secret = 'very-s3cret';
    const { monitor } = await ok('post', '/monitors', {
      pageId,
      url: `https://ann:${secret}@a.test/x?page=2&api_key=${secret}`,
      headers: { Authorization: `Bearer ${secret}`, 'X-Api-Key': secret, 'x-team': 'web' },
      queryParams: { token: secret, page: '2' },
      body: JSON.stringify({ password: secret }),
      basicAuth: { username: 'ann', password: secret },
    });
    await ok('put', `/monitors/${monitor.id}`, {
      basicAuth: { username: 'ann', password: `${secret}-2` },
      headers: { Authorization: `Bearer ${secret}-2`, 'x-team': 'shop' },
    });
    const [changed] = await log('?kind=monitor&action=updated');
    expect(changed.changes).toEqual(
      expect.arrayContaining([
        { path: 'headers.Authorization', from: '(hidden)', to: '(hidden)' },
        { path: 'headers["x-team"]', from: 'web', to: 'shop' },
        { path: 'headers["X-Api-Key"]', from: '(hidden)', to: null },
        { path: 'basicAuth.password', from: '(hidden)', to: '(hidden)' },
      ]),
    );
    const hook = (text: string) => `https://hooks.slack.com/services/T0/B0/${text}`;
    const alert = { pageId, type: 'SLACK', recipient: hook(secret) };
    const { monitor: made } = await ok('post', '/monitor-alerts', alert);
    await ok('put', `/monitor-alerts/${made.id}`, { recipient: hook(`${secret}-2`) });
    await ok('put', `/v1/${pageId}/team/${annId}`, { webhookUrl: `https://a.test/${secret}` });
    const { integration } = await ok('post', '/v3/integrations', { pageId, integrationType: 'WEBHOOK' });
    const rotated = await ok('post', `/v3/integrations/${integration.id}/rotate-secret`);
    const { key } = await ok('post', '/api-keys', { name: 'ci', scope: 'read', pageId });
    await ok('del', `/monitors/${monitor.id}`);

    const entries = await log();
    const told = JSON.stringify(entries);
    const tokens = [integration.url, rotated.integration.url].map(
      (url: string) => url.split('/').at(-1) ?? '',
    );
    for (const hidden of [secret, key, ...tokens]) expect(told).not.toContain(hidden);
    const recipient = { path: 'recipient', from: '(hidden)', to: '(hidden)' };
    expect(
      entries.find(({ kind, action }) => kind === 'monitor_alert' && action === 'updated').changes,
    ).toEqual([recipient]);
    expect(entries.find(({ action }) => action === 'secret_rotated').changes).toEqual([
      { ...recipient, path: 'token' },
    ]);
  });
});

describe('the list', () => {
  it('is newest first, in pages, and takes filters that hold together', async () => {
    for (const name of ['one', 'two', 'three']) {
      await team(name);
      api.clock.move(60_000);
    }
    const teams = await log('?kind=team');
    expect(teams.map(({ objectName }) => objectName)).toEqual(['three', 'two', 'one']);
    const answer = await ok('get', `/${pageId}/audit-log?kind=team&limit=2&page=2`);
    expect(answer).toMatchObject({ total: 3, page: 2, totalPages: 2, limit: 2 });
    expect(answer.auditLog.map(({ objectName }: Json) => objectName)).toEqual(['one']);
    const [, two] = teams;
    expect(await log(`?objectId=${two.objectId}`)).toEqual([two]);
    expect(await log(`?from=${two.at}&to=${teams[0].at}&kind=team`)).toEqual([two]);
    expect(await log('?kind=team&action=deleted')).toEqual([]);
    expect(await log('?actorId=key_nobody')).toEqual([]);
    const wrong = `/${pageId}/audit-log?kind=x&action=x&from=x&limit=0&objectId=`;
    expect(pathsOf(await api.get(wrong)).sort()).toEqual(['action', 'from', 'kind', 'limit', 'objectId']);
  });

  it('is for admin keys, of that page, and no other page’s', async () => {
    const own = await api.as('admin', pageId);
    expect((await own.get(`/${pageId}/audit-log`)).body.total).toBe((await log()).length);
    const other = await api.page();
    expect((await own.get(`/${other}/audit-log`)).status).toBe(404);
    expect((await api.get('/page_x/audit-log')).status).toBe(404);
    expect((await own.get('/audit-log')).status).toBe(403);
    expect((await (await api.as('write', pageId)).get(`/${pageId}/audit-log`)).status).toBe(403);
    expect((await (await api.as('write')).get('/audit-log')).status).toBe(403);
    expect((await api.get(`/${other}/audit-log`)).body).toMatchObject({ auditLog: [], total: 0 });
  });

  it('of the installation has keys for all pages, and pages that are gone with their own log', async () => {
    const { apiKey } = await ok('post', '/api-keys', { name: 'for all', scope: 'read' });
    await ok('del', `/v2/${pageId}`);
    const of = async (objectId: string) => (await ok('get', `/audit-log?objectId=${objectId}`)).auditLog;
    expect(await of(apiKey.id)).toMatchObject([{ kind: 'api_key', action: 'created', pageId: null }]);
    expect(await of(pageId)).toMatchObject([{ kind: 'page', action: 'deleted', objectName: 'Shop' }]);
    expect((await api.get(`/${pageId}/audit-log`)).status).toBe(404);
  });

  it('forgets what is older than 400 days', async () => {
    const fresh = await openApi();
    completeServices(fresh.services);
    const page = await fresh.page();
    const add = (name: string) => fresh.post('/teams', { pageId: page, name, members: [] });
    await add('old');
    fresh.clock.move(10 * DAY_MS);
    await add('young');
    fresh.clock.move(395 * DAY_MS);
    await prune(contextOf(fresh.services, SYSTEM));
    const { auditLog } = (await fresh.get(`/${page}/audit-log`)).body;
    expect(auditLog.map(({ objectName }: Json) => objectName)).toEqual(['young']);
    await fresh.close();
  });
});
