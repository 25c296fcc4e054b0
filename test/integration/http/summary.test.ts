import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());

const ask = (subdomain: string) => api.inject({ url: `/summary.json?subdomain=${subdomain}` });

async function page(more: object = {}): Promise<{ id: string; subdomain: string }> {
  const subdomain = `shop-${api.services.ids.secret(16).toLowerCase().replaceAll(/[_-]/g, 'x')}`;
  const body = { name: 'Shop', email: 'owner@shop.test', subdomain, ...more };
  return (await api.post('/v1/pages', body)).body;
}

async function open(pageId: string, more: object): Promise<string> {
  const body = { name: 'Slow', status: 'INVESTIGATING', impact: 'PARTIALOUTAGE', ...more };
  return (await api.post(`/v1/${pageId}/incidents`, body)).body.id;
}

describe('the public summary of a page', () => {
  it('tells anybody of the page and its published open incidents, newest first, and nothing else', async () => {
    const { id, subdomain } = await page();
    const first = await open(id, { started: '2026-01-15T11:00:00Z', message: 'Internal words' });
    api.clock.move(1_000);
    await open(id, { name: 'Secret', shouldPublish: false });
    const over = await open(id, { name: 'Over' });
    await api.post(`/incidents/${over}/resolve`, {});
    api.clock.move(1_000);
    const second = await open(id, { name: 'Down', status: 'IDENTIFIED', impact: 'MAJOROUTAGE' });
    const answer = await ask(subdomain.toUpperCase());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=15');
    const url = `https://tocsin.test/public/${subdomain}`;
    expect(answer.json()).toEqual({
      page: { name: 'Shop', url, status: 'HASISSUES' },
      activeIncidents: [
        {
          name: 'Down',
          started: '2026-01-15T12:00:02.000Z',
          status: 'IDENTIFIED',
          impact: 'MAJOROUTAGE',
          url: `${url}#${second}`,
        },
        {
          name: 'Slow',
          started: '2026-01-15T11:00:00.000Z',
          status: 'INVESTIGATING',
          impact: 'PARTIALOUTAGE',
          url: `${url}#${first}`,
        },
      ],
      activeMaintenances: [],
    });
  });

  it('takes its status from what is shown: components that are not archived, incidents that are published', async () => {
    const { id, subdomain } = await page();
    const status = async () => (await ask(subdomain)).json().page.status;
    expect(await status()).toBe('UP');
    await open(id, { shouldPublish: false });
    expect(await status()).toBe('UP');
    const component = (await api.post(`/v1/${id}/components`, { name: 'Search', status: 'UNDERMAINTENANCE' }))
      .body.id;
    expect(await status()).toBe('UNDERMAINTENANCE');
    await api.put(`/v1/${id}/components/${component}`, { status: 'DEGRADEDPERFORMANCE' });
    expect(await status()).toBe('HASISSUES');
    await api.put(`/v1/${id}/components/${component}`, { archived: true });
    expect(await status()).toBe('UP');
    const incident = await open(id, {});
    expect(await status()).toBe('HASISSUES');
    await api.put(`/v1/${id}/incidents/${incident}`, { published: false });
    expect(await status()).toBe('UP');
  });

  it('holds at most a hundred incidents', async () => {
    const { id, subdomain } = await page();
    for (let group = 0; group < 101; group += 10) {
      const names = Array.from({ length: Math.min(10, 101 - group) }, (_, index) => `${group + index}`);
      await Promise.all(names.map((name) => open(id, { name })));
    }
    expect((await ask(subdomain)).json().activeIncidents).toHaveLength(100);
  });

  it('exists only for pages that are for everybody', async () => {
    expect((await ask('nobody')).statusCode).toBe(404);
    for (const setting of [{ private: true }, { useAllowList: true }]) {
      const { subdomain } = await page(setting);
      const answer = await ask(subdomain);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual((await ask('nobody')).json());
      expect(answer.headers['cache-control']).toBeUndefined();
    }
  });

  it('needs one subdomain', async () => {
    for (const url of [
      '/summary.json',
      '/summary.json?subdomain=',
      '/summary.json?subdomain=a&subdomain=b',
    ]) {
      const answer = await api.inject({ url });
      expect(answer.statusCode).toBe(400);
      expect(pathsOf({ status: 400, body: answer.json() })).toEqual(['subdomain']);
    }
  });
});

describe('the user of the API', () => {
  it('is the key that asks, with what it opens', async () => {
    const { id } = await page();
    const bound = { name: 'A reader', scope: 'read', pageId: id };
    for (const [sent, email] of [
      [bound, 'owner@shop.test'],
      [{ name: 'A tool', scope: 'write' }, ''],
    ] as const) {
      const { apiKey, key } = (await api.post('/api-keys', sent)).body;
      const answer = await api.inject({ url: '/v1/user', headers: { authorization: `Bearer ${key}` } });
      expect(answer.statusCode).toBe(200);
      const { id: keyId, name, scope, pageId } = apiKey;
      expect(answer.json()).toEqual({ id: keyId, name, email, slug: keyId, scope, pageId });
    }
    expect((await api.inject({ url: '/v1/user' })).statusCode).toBe(401);
  });
});
