import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const PAGE = { email: 'owner@shop.test', name: 'Shop', subdomain: 'shop' };
const create = async (more: object = {}) => {
  const { body } = await api.post('/v1/pages', {
    ...PAGE,
    subdomain: `s${Math.random().toString(36).slice(2)}`,
    ...more,
  });
  return body;
};

describe('pages', () => {
  it('starts with none', async () => {
    const fresh = await openApi();
    expect((await fresh.get('/v2/pages')).body).toEqual([]);
    await fresh.close();
  });

  it('makes a page with its components and keeps how it looks', async () => {
    const { status, body } = await api.post('/v1/pages', {
      ...PAGE,
      subdomain: 'SHOP',
      components: ['Checkout', 'Search'],
      brandColor: '#123456',
      chatChannel: '#ops',
      twilioToken: 'ignored',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Shop',
      subdomain: 'shop',
      email: 'owner@shop.test',
      brandColor: '#123456',
      chatChannel: '#ops',
      language: 'en',
      status: 'UP',
      logoUrl: null,
      createdAt: '2026-01-15T12:00:00.000Z',
    });
    expect(body.components.map((c: { name: string }) => c.name)).toEqual(['Checkout', 'Search']);
    expect(JSON.stringify(body)).not.toContain('ignored');
    expect((await api.get(`/v2/${body.id}`)).body).toEqual(body);
    expect((await api.get(`/v1/${body.id}/components`)).body).toEqual(body.components);
  });

  it('names every wrong or missing field', async () => {
    expect(pathsOf(await api.post('/v1/pages', {}))).toEqual(['name', 'subdomain', 'email']);
    const wrong = {
      email: 'nobody',
      name: 'x'.repeat(256),
      subdomain: 'a.b',
      components: ['ok', ''],
      logoUrl: 'javascript:alert(1)',
      useLargeHeader: 'yes',
      smsService: 'pigeon',
      chatChannel: '# ops',
    };
    expect(pathsOf(await api.post('/v1/pages', wrong)).sort()).toEqual(
      [
        'email',
        'name',
        'subdomain',
        'components[1]',
        'logoUrl',
        'useLargeHeader',
        'smsService',
        'chatChannel',
      ].sort(),
    );
  });

  it('refuses a subdomain that is taken, whatever its case', async () => {
    const { subdomain } = await create();
    expect((await api.post('/v1/pages', { ...PAGE, subdomain: subdomain.toUpperCase() })).status).toBe(409);
    const other = await create();
    expect((await api.put(`/v2/${other.id}`, { subdomain })).status).toBe(409);
  });

  it('changes only what is sent, and null clears', async () => {
    const page = await create({ brandColor: '#111111', okColor: '#222222', chatChannel: 'C1' });
    const changed = await api.put(`/v2/${page.id}`, {
      name: 'New',
      brandColor: null,
      chatChannel: null,
      status: 'ALLMAJOROUTAGE',
    });
    expect(changed.body).toMatchObject({
      name: 'New',
      brandColor: null,
      okColor: '#222222',
      chatChannel: null,
      status: 'UP',
    });
    expect((await api.put(`/v2/${page.id}`, {})).body).toMatchObject({ name: 'New', okColor: '#222222' });
    expect(pathsOf(await api.put(`/v2/${page.id}`, { name: null }))).toEqual(['name']);
  });

  it('tells the worst of its components', async () => {
    const page = await create({ components: ['a', 'b'] });
    await api.store.components.setStatus([page.components[0].id], 'MAJOROUTAGE', api.clock.now());
    expect((await api.get(`/v2/${page.id}`)).body.status).toBe('ONEMAJOROUTAGE');
    const added = await api.post(`/v1/${page.id}/components`, { name: 'c', status: 'MAJOROUTAGE' });
    expect(added.body).toMatchObject({ name: 'c', order: 2, siteId: page.id });
    expect((await api.get(`/v2/${page.id}`)).body.status).toBe('SOMEMAJOROUTAGE');
    expect((await api.get(`/v1/${page.id}/components/${added.body.id}`)).body).toEqual(added.body);
    const other = await create();
    expect((await api.get(`/v1/${other.id}/components/${added.body.id}`)).status).toBe(404);
  });

  it('pages through the list with per_page, and refuses what is no page of it', async () => {
    await create();
    await create();
    const { body: all } = await api.get('/v2/pages');
    expect((await api.get('/v2/pages?per_page=1&page=2')).body).toEqual([all[1]]);
    for (const query of ['page=0', 'per_page=101', 'per_page=x']) {
      expect((await api.get(`/v2/pages?${query}`)).status).toBe(400);
    }
  });

  it('shows a bound key its own page and no other', async () => {
    const [own, other] = [await create(), await create()];
    const bound = await api.as('admin', own.id);
    expect((await bound.get('/v2/pages')).body.map((page: { id: string }) => page.id)).toEqual([own.id]);
    for (const call of [bound.get, bound.put, bound.del])
      expect((await call(`/v2/${other.id}`)).status).toBe(404);
    expect((await bound.get(`/v1/${other.id}/components`)).status).toBe(404);
    expect((await bound.put(`/v2/${own.id}`, { name: 'Mine' })).body.name).toBe('Mine');
  });

  it('needs an admin key to make and to delete one', async () => {
    const writer = await api.as('write');
    expect((await writer.post('/v1/pages', PAGE)).status).toBe(403);
    expect((await writer.del(`/v2/${(await create()).id}`)).status).toBe(403);
  });

  it('deletes a page with all that holds on to one another, and its keys', async () => {
    const page = await create({ components: ['a'] });
    const member = await api.member(page.id, 'ann@shop.test');
    const bound = await api.as('read', page.id);
    await api.post('/teams', { pageId: page.id, name: 'Core', members: [member.id] });
    await api.post('/on-call-schedules', {
      pageId: page.id,
      name: 'Primary',
      onCallShifts: [
        {
          name: 'all',
          members: [{ workspaceMemberId: member.id, color: '#fff' }],
          rotationType: 'DAILY',
          startDate: '2026-01-01T00:00:00.000Z',
        },
      ],
    });
    expect((await api.del(`/v2/${page.id}`)).body).toEqual({ id: page.id });
    expect((await api.get(`/v2/${page.id}`)).status).toBe(404);
    expect((await api.del(`/v2/${page.id}`)).status).toBe(404);
    expect((await bound.get('/v2/pages')).status).toBe(401);
    expect(await api.store.members.find(member.id)).toBeNull();
  });
});
