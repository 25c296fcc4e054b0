import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pathsOf, type TestApi } from '../../support/api.ts';
import {
  maintainedPage,
  maintenanceApi,
  minutesFromNow,
  type MaintainedPage,
} from '../../support/maintained-page.ts';

let api: TestApi;
let pageId: string;
let maintenances: string;
let checkout: string;
let search: string;
let plan: MaintainedPage['plan'];
let make: MaintainedPage['make'];
beforeAll(async () => {
  api = await maintenanceApi();
});
beforeEach(async () => {
  ({ pageId, maintenances, checkout, search, plan, make } = await maintainedPage(api));
});
afterAll(() => api.close());

const inMinutes = (minutes: number) => minutesFromNow(api, minutes);

describe('a maintenance', () => {
  it('is answered in full, and with what it suppressed when it is read', async () => {
    const body = await make();
    const site = {
      id: pageId,
      name: 'Shop',
      subdomain: expect.any(String),
      color: null,
      logoUrl: null,
      publicEmail: null,
    };
    expect(body).toEqual({
      id: expect.any(String),
      siteId: pageId,
      name: 'Database move',
      status: 'NOTSTARTEDYET',
      start: inMinutes(60),
      end: inMinutes(90),
      duration: 30,
      startedAt: null,
      endedAt: null,
      notifyStart: false,
      notifyEnd: false,
      notifyEarly: false,
      notifyMinutes: 60,
      autoStart: true,
      autoEnd: true,
      updates: [
        {
          id: expect.any(String),
          message: 'We move\nthe <b>database</b>',
          messageHtml: '<p>We move<br>the &lt;b&gt;database&lt;/b&gt;</p>',
          status: 'NOTSTARTEDYET',
          notify: false,
          started: inMinutes(0),
          ended: null,
          duration: null,
          createdAt: inMinutes(0),
        },
      ],
      components: [
        { id: checkout, name: 'Checkout', status: 'OPERATIONAL', showUptime: true, site, subscribers: [] },
      ],
      statuses: [{ id: checkout, status: 'UNDERMAINTENANCE' }],
      translations: {},
      createdAt: inMinutes(0),
      updatedAt: inMinutes(0),
    });
    expect((await api.get(`${maintenances}/${body.id}`)).body).toEqual({ ...body, suppressed: [] });
    expect((await api.get(maintenances)).body).toEqual([body]);
  });

  it('needs a name, a start and an end, a duration or an open end', async () => {
    expect(pathsOf(await api.post(maintenances, {})).sort()).toEqual(['name', 'start']);
    const bare = { name: 'Move', start: inMinutes(60) };
    expect(pathsOf(await api.post(maintenances, bare))).toEqual(['end']);
    expect((await api.post(maintenances, { ...bare, duration: 15 })).body).toMatchObject({
      end: inMinutes(75),
      duration: 15,
      components: [],
    });
    for (const open of [{ end: null }, { duration: null }, { autoEnd: false }]) {
      expect((await api.post(maintenances, { ...bare, ...open })).body).toMatchObject({
        end: null,
        duration: null,
      });
    }
  });

  it('is refused naming every field that is wrong', async () => {
    const other = await api.page();
    const foreign = (await api.post(`/v1/${other}/components`, { name: 'x' })).body.id;
    const refused = async (more: object) =>
      pathsOf(await api.post(maintenances, { ...plan(), ...more })).sort();
    expect(await refused({ end: inMinutes(60) })).toEqual(['end']);
    expect(await refused({ end: inMinutes(59) })).toEqual(['end']);
    expect(await refused({ end: 'soon', start: 7, name: '' })).toEqual(['end', 'name', 'start']);
    expect(await refused({ duration: 0, notifyMinutes: 0, autoStart: 'yes', status: 'X' })).toEqual(
      ['autoStart', 'duration', 'notifyMinutes', 'status'].sort(),
    );
    expect(await refused({ components: [checkout, foreign, 'comp_x'] })).toEqual([
      'components[1]',
      'components[2]',
    ]);
    expect(await refused({ statuses: [{ id: foreign, status: 'MAJOROUTAGE' }] })).toEqual(['statuses[0].id']);
    expect(await refused({ statuses: [{ id: checkout, status: 'X' }] })).toEqual(['statuses[0].status']);
    expect(await refused({ start: '9999-12-31T23:59:00Z', end: undefined, duration: 10 })).toEqual([
      'duration',
    ]);
    expect(await refused({ status: 'INPROGRESS', start: inMinutes(-60), end: inMinutes(-30) })).toEqual([
      'end',
    ]);
    expect((await api.get(maintenances)).body).toEqual([]);
  });

  it('ends when `end` says, where a duration says otherwise', async () => {
    expect(await make({ duration: 500 })).toMatchObject({ end: inMinutes(90), duration: 30 });
    const { id } = await make();
    const changed = await api.put(`${maintenances}/${id}`, { end: inMinutes(70), duration: 500 });
    expect(changed.body).toMatchObject({ end: inMinutes(70), duration: 10 });
  });

  it('changes only what is sent; null opens its end', async () => {
    const { id } = await make({ statuses: [{ id: search, status: 'PARTIALOUTAGE' }] });
    const path = `${maintenances}/${id}`;
    const before = (await api.get(path)).body;
    api.clock.move(60_000);
    expect((await api.put(path, {})).body).toEqual(without(before, { updatedAt: inMinutes(0) }));
    const changed = (await api.put(path, { name: 'Move', notifyEnd: true, end: null })).body;
    expect(changed).toEqual(
      without(before, { name: 'Move', notifyEnd: true, end: null, duration: null, updatedAt: inMinutes(0) }),
    );
    expect((await api.put(path, { duration: 20 })).body).toMatchObject({ start: before.start, duration: 20 });
    expect((await api.put(path, { components: [search] })).body.statuses).toEqual([
      { id: search, status: 'PARTIALOUTAGE' },
    ]);
    expect(
      (await api.put(path, { statuses: [{ id: checkout, status: 'OPERATIONAL' }] })).body.statuses,
    ).toEqual([
      { id: checkout, status: 'OPERATIONAL' },
      { id: search, status: 'PARTIALOUTAGE' },
    ]);
    expect(pathsOf(await api.put(path, { start: inMinutes(600) }))).toEqual(['start']);
    expect(pathsOf(await api.put(path, { name: null, autoEnd: null, status: null })).sort()).toEqual([
      'autoEnd',
      'name',
      'status',
    ]);
  });

  it('is listed latest start first, page by page, and is of its page alone', async () => {
    const ids: string[] = [];
    for (const hours of [2, 1, 3]) {
      ids.push((await make({ start: inMinutes(hours * 60), end: null })).id);
    }
    const [second, first, third] = ids;
    const listed = async (query: string) =>
      (await api.get(`${maintenances}?${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await listed('')).toEqual([third, second, first]);
    expect(await listed('per_page=2&page=2')).toEqual([first]);
    expect((await api.get(`${maintenances}?per_page=101`)).status).toBe(400);
    const other = await api.page();
    for (const path of ['', '/maintenance-updates/x'].map(
      (end) => `/v1/${other}/maintenances/${first}${end}`,
    )) {
      expect((await api.get(path)).status).toBe(404);
      expect((await api.put(path, {})).status).toBe(404);
      expect((await api.del(path)).status).toBe(404);
    }
    expect((await api.post(`/v1/${other}/maintenances/${first}/maintenance-updates`, {})).status).toBe(404);
    expect((await api.get(`/v1/page_x/maintenances`)).status).toBe(404);
  });

  it('takes keys with the scope: who may read may not plan', async () => {
    const { id } = await make();
    const reader = await api.as('read', pageId);
    expect((await reader.get(`${maintenances}/${id}`)).status).toBe(200);
    expect((await reader.post(maintenances, plan())).status).toBe(403);
    expect((await reader.put(`${maintenances}/${id}`, {})).status).toBe(403);
    expect((await reader.del(`${maintenances}/${id}`)).status).toBe(403);
  });
});

describe('what readers are told', () => {
  const messages = async (id: string): Promise<string[]> =>
    (await api.get(`${maintenances}/${id}`)).body.updates.map(({ message }: { message: string }) => message);

  it('is added where a change says something new, and not where clients send back what they got', async () => {
    const { id } = await make({ message: 'One' });
    const path = `${maintenances}/${id}`;
    await api.put(path, { message: 'One', name: 'Move', status: 'NOTSTARTEDYET' });
    expect(await messages(id)).toEqual(['One']);
    await api.put(path, { message: 'Two' });
    expect(await messages(id)).toEqual(['One', 'Two']);
    await api.put(path, { status: 'INPROGRESS', message: 'Two' });
    expect(await messages(id)).toEqual(['One', 'Two', '']);
  });
});

describe('the public summary', () => {
  it('names the maintenances that are not over, earliest first, and the page is under maintenance meanwhile', async () => {
    const subdomain = (await api.store.pages.find(pageId))?.subdomain ?? '';
    const summary = async () => (await api.inject({ url: `/summary.json?subdomain=${subdomain}` })).json();
    const open = await make({ end: null, start: inMinutes(120) });
    const on = await make({ status: 'INPROGRESS' });
    await make({ status: 'COMPLETED' });
    const url = `https://tocsin.test/public/${subdomain}`;
    expect(await summary()).toEqual({
      page: { name: 'Shop', url, status: 'UNDERMAINTENANCE' },
      activeIncidents: [],
      activeMaintenances: [
        {
          id: on.id,
          name: 'Database move',
          start: inMinutes(60),
          status: 'INPROGRESS',
          duration: 30,
          url: `${url}#${on.id}`,
          updatedAt: inMinutes(0),
        },
        {
          id: open.id,
          name: 'Database move',
          start: inMinutes(120),
          status: 'NOTSTARTEDYET',
          duration: null,
          url: `${url}#${open.id}`,
          updatedAt: inMinutes(0),
        },
      ],
    });
    await api.put(`${maintenances}/${on.id}`, { status: 'COMPLETED' });
    expect((await summary()).page.status).toBe('UP');
  });
});

/** An answer to a read as a change answers it. */
function without({ suppressed: _suppressed, ...rest }: Record<string, unknown>, more: object) {
  return { ...rest, ...more };
}
