import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

// What clients that were written for this API's family look for, and send.

let api: TestApi;
let page: Answer['body'];
let root: string;
let checkout: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
beforeEach(async () => {
  const pageId = await api.page();
  root = `/v1/${pageId}`;
  checkout = (await api.post(`${root}/components`, { name: 'Checkout' })).body.id;
  page = (await api.get(`/v2/${pageId}`)).body;
});
afterAll(() => api.close());

const openOne = async () =>
  (
    await api.post(`${root}/incidents`, {
      name: 'Checkout is down',
      status: 'INVESTIGATING',
      message: 'We look into it',
      components: [checkout],
      statuses: [{ id: checkout, status: 'PARTIALOUTAGE' }],
    })
  ).body;

const planOne = async () =>
  (
    await api.post(`${root}/maintenances`, {
      name: 'New disks',
      components: [checkout],
      start: '2030-01-01T10:00:00.000Z',
      end: '2030-01-01T11:00:00.000Z',
    })
  ).body;

describe('what was read can be sent back', () => {
  it('an incident, which stays as it is', async () => {
    const incident = await openOne();
    const path = `${root}/incidents/${incident.id}`;
    const { updatedAt: _before, ...rest } = incident;
    expect(await api.put(path, incident)).toMatchObject({ status: 200, body: rest });
    expect((await api.get(path)).body).toMatchObject(rest);
  });

  it('an update of an incident', async () => {
    const { id } = await openOne();
    const updates = `${root}/incidents/${id}/incident-updates`;
    const { body: update } = await api.post(updates, { status: 'IDENTIFIED', message: 'Found' });
    expect(await api.put(`${updates}/${update.id}`, update)).toMatchObject({ status: 200, body: update });
  });

  it('a maintenance, which stays as it is', async () => {
    const maintenance = await planOne();
    const path = `${root}/maintenances/${maintenance.id}`;
    const { updatedAt: _before, ...rest } = maintenance;
    expect(await api.put(path, maintenance)).toMatchObject({ status: 200, body: rest });
  });

  it('a component and a page', async () => {
    const {
      uptime: _uptime,
      updatedAt: _before,
      ...component
    } = (await api.get(`${root}/components/${checkout}`)).body;
    expect(await api.put(`${root}/components/${checkout}`, component)).toMatchObject({
      status: 200,
      body: component,
    });
    expect((await api.put(`/v2/${page.id}`, page)).status).toBe(200);
  });

  it('components as answers show them are taken where an incident is opened, too', async () => {
    const { components } = await openOne();
    const again = await api.post(`${root}/incidents`, { name: 'Again', status: 'INVESTIGATING', components });
    expect(again.body.components).toMatchObject([{ id: checkout }]);
    const unknown = await api.post(`${root}/incidents`, {
      name: 'Again',
      status: 'INVESTIGATING',
      components: [{ id: 'comp_nobody' }],
    });
    expect(unknown).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'components[0]' }] } },
    });
  });
});

describe('every field of the family is there', () => {
  it('of a component, alone, in its group and on its page', async () => {
    const never = {
      uniqueEmail: null,
      nameTranslationId: null,
      descriptionTranslationId: null,
      nameHtml: null,
      nameHtmlTranslationId: null,
      descriptionHtml: null,
      descriptionHtmlTranslationId: null,
      isThirdParty: false,
      thirdPartyStatus: null,
      thirdPartyComponentId: null,
      thirdPartyComponentServiceId: null,
      importedFromStatuspage: false,
      startDate: null,
      translations: {},
    };
    const inGroup = await api.post(`${root}/components`, { name: 'Cards', group: checkout });
    expect(inGroup.body).toMatchObject({ ...never, group: { id: checkout, ...never } });
    expect(page).toMatchObject({ secureLink: null, components: [{ id: checkout, ...never }] });
  });

  it('of an update of an incident, and of one of a maintenance', async () => {
    const incident = await openOne();
    const said = { status: 'IDENTIFIED', message: 'Found' };
    const update = await api.post(`${root}/incidents/${incident.id}/incident-updates`, said);
    const components = [{ id: checkout, subscribers: [], site: { id: page.id } }];
    expect(update.body).toMatchObject({ translations: {}, incident: { components } });
    const maintenance = await planOne();
    expect(maintenance.components).toMatchObject(components);
    const told = await api.post(`${root}/maintenances/${maintenance.id}/maintenance-updates`, {
      message: 'Soon',
    });
    expect(told.body).toMatchObject({ translations: {}, maintenance: { components } });
  });
});
