import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import type { Json } from '../../support/product.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());

/** A page with two components, and how they show wherever one looks. */
async function aShop() {
  const pageId = await api.page();
  const component = async (name: string): Promise<string> =>
    (await api.post(`/v1/${pageId}/components`, { name, status: 'OPERATIONAL' })).body.id;
  const web = await component('Web');
  const search = await component('Search');
  const shown = async (): Promise<string[]> => {
    const { body } = await api.get(`/v1/${pageId}/components`);
    const one = await api.get(`/v1/${pageId}/components/${web}`);
    expect(one.body.status).toBe(body[0].status);
    return body.map(({ status }: Json) => status);
  };
  const open = async (more: Json): Promise<string> =>
    (await api.post(`/v1/${pageId}/incidents`, { name: 'Broken', status: 'INVESTIGATING', ...more })).body.id;
  const change = (id: string, more: Json) => api.put(`/v1/${pageId}/incidents/${id}`, more);
  return { pageId, web, search, shown, open, change };
}

const FINE = ['OPERATIONAL', 'OPERATIONAL'];

describe('a component shows what somebody said of it in an incident', () => {
  test('while that is open, however it ends', async () => {
    const { pageId, web, shown, open, change } = await aShop();
    const statuses = [{ id: web, status: 'PARTIALOUTAGE' }];
    const first = await open({ components: [web], statuses });
    expect(await shown()).toEqual(['PARTIALOUTAGE', 'OPERATIONAL']);
    expect((await api.get(`/v2/${pageId}`)).body.status).not.toBe('UP');
    await change(first, { status: 'RESOLVED' });
    expect(await shown()).toEqual(FINE);
    await api.post(`/incidents/${first}/reopen`, {});
    expect(await shown()).toEqual(['PARTIALOUTAGE', 'OPERATIONAL']);
    await api.post(`/incidents/${first}/resolve`, {});
    expect(await shown()).toEqual(FINE);
    const second = await open({ statuses });
    expect(await shown()).toEqual(['PARTIALOUTAGE', 'OPERATIONAL']);
    await api.del(`/v1/${pageId}/incidents/${second}`);
    expect(await shown()).toEqual(FINE);
  });

  test('as the last update has it, and by a correction', async () => {
    const { pageId, web, search, shown, open, change } = await aShop();
    const id = await open({ statuses: [{ id: web, status: 'MAJOROUTAGE' }] });
    await api.post(`/v1/${pageId}/incidents/${id}/incident-updates`, {
      message: 'Web is back, search is slow',
      status: 'MONITORING',
      statuses: [
        { id: web, status: 'OPERATIONAL' },
        { id: search, status: 'DEGRADEDPERFORMANCE' },
      ],
    });
    expect(await shown()).toEqual(['OPERATIONAL', 'DEGRADEDPERFORMANCE']);
    await change(id, { statuses: [{ id: search, status: 'OPERATIONAL' }] });
    expect(await shown()).toEqual(FINE);
  });

  test('the worst of it where several are open', async () => {
    const { web, shown, open } = await aShop();
    const bad = await open({ statuses: [{ id: web, status: 'MAJOROUTAGE' }] });
    await open({ statuses: [{ id: web, status: 'DEGRADEDPERFORMANCE' }] });
    expect((await shown())[0]).toBe('MAJOROUTAGE');
    await api.post(`/incidents/${bad}/resolve`, {});
    expect((await shown())[0]).toBe('DEGRADEDPERFORMANCE');
  });

  test('until somebody says of the component itself how it is', async () => {
    const { pageId, web, shown, open, change } = await aShop();
    const id = await open({ statuses: [{ id: web, status: 'MAJOROUTAGE' }] });
    const put = await api.put(`/v1/${pageId}/components/${web}`, { status: 'OPERATIONAL' });
    expect(put.body.status).toBe('OPERATIONAL');
    expect(await shown()).toEqual(FINE);
    await api.put(`/v1/${pageId}/components/${web}`, { name: 'Web shop' });
    await change(id, { statuses: [{ id: web, status: 'PARTIALOUTAGE' }] });
    expect((await shown())[0]).toBe('PARTIALOUTAGE');
  });

  test('and nothing where it is only named, or the incident was over from the start', async () => {
    const { web, shown, open } = await aShop();
    await open({ components: [web], impact: 'MAJOROUTAGE' });
    await open({ statuses: [{ id: web, status: 'MAJOROUTAGE' }], status: 'RESOLVED' });
    expect(await shown()).toEqual(FINE);
  });
});
