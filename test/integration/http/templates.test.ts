import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let pageId: string;
let templates: string;
let checkout: string;
let search: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
beforeEach(async () => {
  pageId = await api.page();
  templates = `/v1/${pageId}/templates`;
  await api.post(`/v1/${pageId}/team`, { email: 'ann@shop.test', name: 'Ann', permission: 'FULL' });
  [checkout, search] = [
    (await api.post(`/v1/${pageId}/components`, { name: 'Checkout' })).body.id,
    (await api.post(`/v1/${pageId}/components`, { name: 'Search' })).body.id,
  ];
});
afterAll(() => api.close());

const outage = () => ({
  type: 'INCIDENT',
  subdomain: 'shop',
  name: 'Cards are refused',
  message: 'Some <b>cards</b>\nare refused',
  status: 'IDENTIFIED',
  notify: true,
  components: [{ id: checkout, status: 'PARTIALOUTAGE' }],
});

async function make(more: object = {}): Promise<Answer['body']> {
  const { status, body } = await api.post(templates, { ...outage(), ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

describe('a template', () => {
  it('is answered in full, also when it is read', async () => {
    const body = await make();
    expect(body).toEqual({
      id: expect.any(String),
      siteId: pageId,
      type: 'INCIDENT',
      name: 'Cards are refused',
      nameTranslationId: null,
      message: 'Some <b>cards</b>\nare refused',
      messageTranslationId: null,
      messageHtml: '<p>Some &lt;b&gt;cards&lt;/b&gt;<br>are refused</p>',
      messageHtmlTranslationId: null,
      status: 'IDENTIFIED',
      notify: true,
      components: [
        {
          id: checkout,
          componentId: checkout,
          templateId: body.id,
          status: 'PARTIALOUTAGE',
          importedFromStatuspage: false,
        },
      ],
      origin: 'MANUAL',
      importedFromStatuspage: false,
      translations: {},
      createdAt: '2026-01-15T12:00:00.000Z',
      deletedAt: null,
    });
    expect((await api.get(`${templates}/${body.id}`)).body).toEqual(body);
  });

  it('is for an incident or a maintenance, each with statuses of its own', async () => {
    expect(await make({ type: 'MAINTENANCE', status: 'NOTSTARTEDYET' })).toMatchObject({
      status: 'NOTSTARTEDYET',
    });
    const wrong = { ...outage(), type: 'MAINTENANCE' };
    expect(pathsOf(await api.post(templates, wrong))).toEqual(['status']);
    const { id } = await make();
    expect(pathsOf(await api.put(`${templates}/${id}`, { type: 'MAINTENANCE' }))).toEqual(['type']);
    expect(pathsOf(await api.put(`${templates}/${id}`, { status: 'COMPLETED' }))).toEqual(['status']);
    const both = { type: 'MAINTENANCE', status: 'COMPLETED' };
    expect((await api.put(`${templates}/${id}`, both)).body).toMatchObject(both);
  });

  it('needs type, name and status, and names every wrong field and every component that is not of the page', async () => {
    expect(pathsOf(await api.post(templates, {})).sort()).toEqual(['name', 'status', 'type']);
    const wrong = {
      type: 'X',
      name: '',
      status: 'X',
      message: 1,
      notify: 'no',
      components: [{ id: checkout }],
    };
    expect(pathsOf(await api.post(templates, wrong)).sort()).toEqual(
      ['components[0].status', 'message', 'name', 'notify', 'status', 'type'].sort(),
    );
    const other = await api.page();
    const foreign = (await api.post(`/v1/${other}/components`, { name: 'x' })).body.id;
    const components = [checkout, foreign, checkout, 'comp_x'].map((id) => ({ id, status: 'MAJOROUTAGE' }));
    const paths = ['components[1].id', 'components[2].id', 'components[3].id'];
    expect(pathsOf(await api.post(templates, { ...outage(), components }))).toEqual(paths);
    const { id } = await make();
    expect(pathsOf(await api.put(`${templates}/${id}`, { components }))).toEqual(paths);
  });

  it('changes only what is sent, the components as a whole', async () => {
    const body = await make();
    const path = `${templates}/${body.id}`;
    expect((await api.put(path, {})).body).toEqual(body);
    const components = [{ id: search, status: 'DEGRADEDPERFORMANCE' }];
    const changed = (await api.put(path, { message: '', notify: false, components })).body;
    expect(changed).toMatchObject({
      name: body.name,
      message: '',
      messageHtml: '',
      notify: false,
      components,
    });
    expect((await api.put(path, { components: changed.components })).body).toEqual(changed);
    expect((await api.get(path)).body).toEqual(changed);
  });

  it('says nothing of components that were deleted since', async () => {
    const body = await make({
      components: [
        { id: checkout, status: 'PARTIALOUTAGE' },
        { id: search, status: 'OPERATIONAL' },
      ],
    });
    await api.del(`/v1/${pageId}/components/${checkout}`);
    expect((await api.get(`${templates}/${body.id}`)).body.components).toMatchObject([{ id: search }]);
    expect((await api.get(templates)).body[0].components).toMatchObject([{ id: search }]);
    const opened = await api.post(`/v1/${pageId}/incidents/${body.id}`);
    expect(opened).toMatchObject({ status: 200, body: { components: [{ id: search }] } });
  });

  it('is gone once it is deleted, for whoever reads, changes or uses it', async () => {
    const { id, name, message, createdAt } = await make();
    const path = `${templates}/${id}`;
    expect(await api.del(path)).toEqual({
      status: 200,
      body: { id, name, message, createdAt, site: { id: pageId } },
    });
    expect((await api.get(templates)).body).toEqual([]);
    const answers = [
      await api.get(path),
      await api.put(path, { name: 'x' }),
      await api.del(path),
      await api.post(`/v1/${pageId}/incidents/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('is listed by pages, oldest first, and exists on its own page only', async () => {
    for (const name of ['one', 'two', 'three']) {
      await make({ name });
      api.clock.move(1_000);
    }
    const names = async (query: string) =>
      (await api.get(`${templates}?${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['one', 'two', 'three']);
    expect(await names('per_page=2&page=2')).toEqual(['three']);
    expect(pathsOf(await api.get(`${templates}?per_page=101`))).toEqual(['per_page']);
    const { id } = await make();
    const elsewhere = await api.page();
    expect((await api.get(`/v1/${elsewhere}/templates`)).body).toEqual([]);
    for (const url of [`/v1/${elsewhere}/templates/${id}`, `${templates}/tmpl_x`]) {
      expect((await api.get(url)).status).toBe(404);
      expect((await api.put(url, { name: 'x' })).status).toBe(404);
      expect((await api.del(url)).status).toBe(404);
    }
    expect((await api.post(`/v1/${elsewhere}/incidents/${id}`)).status).toBe(404);
    expect((await (await api.as('write', elsewhere)).get(`${templates}/${id}`)).status).toBe(404);
    expect((await (await api.as('read')).post(templates, outage())).status).toBe(403);
  });
});

describe('opening an incident from a template', () => {
  it('opens, publishes and pages as an incident that is sent', async () => {
    const { id } = await make();
    const opened = await api.post(`/v1/${pageId}/incidents/${id}`);
    expect(opened).toMatchObject({
      status: 200,
      body: {
        siteId: pageId,
        name: 'Cards are refused',
        description: 'Some <b>cards</b>\nare refused',
        status: 'IDENTIFIED',
        impact: 'PARTIALOUTAGE',
        published: true,
        source: 'API',
        notify: true,
        automated: false,
        appId: null,
        response: { state: 'TRIGGERED' },
        components: [{ id: checkout, status: 'PARTIALOUTAGE' }],
        updates: [{ message: 'Some <b>cards</b>\nare refused', status: 'IDENTIFIED', notify: true }],
      },
    });
    const events = (await api.get(`/incidents/${opened.body.id}/timeline`)).body.events;
    expect(events.map(({ text }: { text: string }) => text).join(' ')).toContain('told Ann');
    expect((await api.get(`/v1/${pageId}/incidents/${opened.body.id}`)).body).toMatchObject({
      name: 'Cards are refused',
    });
  });

  it('opens one incident where the request is repeated under its Idempotency-Key', async () => {
    const { id } = await make();
    const { key } = (await api.post('/api-keys', { name: 'A tool', scope: 'write' })).body;
    const call = () =>
      api.inject({
        method: 'POST',
        url: `/v1/${pageId}/incidents/${id}`,
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'once' },
      });
    const [first, second] = [await call(), await call()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json().id).toBe(first.json().id);
    expect((await api.get(`/v1/${pageId}/incidents`)).body).toHaveLength(1);
  });

  it('takes templates for incidents only', async () => {
    const { id } = await make({ type: 'MAINTENANCE', status: 'INPROGRESS' });
    expect(pathsOf(await api.post(`/v1/${pageId}/incidents/${id}`))).toEqual(['template']);
    expect((await api.post(`/v1/${pageId}/incidents/tmpl_x`)).status).toBe(404);
    expect((await api.get(`/v1/${pageId}/incidents`)).body).toEqual([]);
  });
});

describe('telling of an incident by a template', () => {
  const open = async () =>
    (
      await api.post(`/v1/${pageId}/incidents`, {
        name: 'Slow',
        status: 'INVESTIGATING',
        components: [search],
      })
    ).body;

  it('adds an update, and makes its status and components hold beside those that are affected', async () => {
    const { id } = await make();
    const incident = await open();
    const path = `/v2/${pageId}/incidents/${incident.id}/incident-updates`;
    const told = await api.post(`${path}/${id}`);
    expect(told).toMatchObject({
      status: 200,
      body: {
        incidentId: incident.id,
        message: 'Some <b>cards</b>\nare refused',
        messageHtml: '<p>Some &lt;b&gt;cards&lt;/b&gt;<br>are refused</p>',
        status: 'IDENTIFIED',
        notify: true,
        ended: null,
        duration: null,
      },
    });
    const { body } = await api.get(`/v1/${pageId}/incidents/${incident.id}`);
    expect(body).toMatchObject({ name: 'Slow', status: 'IDENTIFIED' });
    expect(body.components.map((component: { id: string }) => component.id).sort()).toEqual(
      [checkout, search].sort(),
    );
    expect(body.updates.at(-1)).toMatchObject({ id: told.body.id });
  });

  it('resolves by RESOLVED, and leaves a resolved incident resolved', async () => {
    const over = await make({ status: 'RESOLVED', message: 'All is well', components: [] });
    const again = await make();
    const incident = await open();
    const path = `/v2/${pageId}/incidents/${incident.id}/incident-updates`;
    expect((await api.post(`${path}/${over.id}`)).status).toBe(200);
    expect((await api.get(`/incidents/${incident.id}`)).body.incident.response.state).toBe('RESOLVED');
    expect((await api.post(`${path}/${again.id}`)).status).toBe(409);
  });

  it('needs a template and an incident of the page', async () => {
    const { id } = await make();
    const maintenance = await make({ type: 'MAINTENANCE', status: 'INPROGRESS' });
    const incident = await open();
    const elsewhere = await api.page();
    const path = `/v2/${pageId}/incidents/${incident.id}/incident-updates`;
    expect(pathsOf(await api.post(`${path}/${maintenance.id}`))).toEqual(['template']);
    const missing = [
      `${path}/tmpl_x`,
      `/v2/${pageId}/incidents/inc_x/incident-updates/${id}`,
      `/v2/${elsewhere}/incidents/${incident.id}/incident-updates/${id}`,
    ];
    for (const url of missing) expect((await api.post(url)).status).toBe(404);
  });
});
