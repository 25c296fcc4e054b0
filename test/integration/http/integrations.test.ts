import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { integrationOn, pageWithAdmin, sendTo } from '../../support/integrations.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const component = async (pageId: string, name: string): Promise<string> =>
  (await api.post(`/v1/${pageId}/components`, { name })).body.id;

describe('integrations', () => {
  it('are made, read, changed, listed and deleted', async () => {
    const pageId = await pageWithAdmin(api);
    const checkout = await component(pageId, 'Checkout');
    const made = await api.post('/v3/integrations', {
      pageId,
      integrationType: 'GRAFANA',
      components: [checkout, checkout],
    });
    expect(made).toMatchObject({ status: 200, body: { message: 'Integration created successfully.' } });
    const { integration } = made.body;
    expect(integration).toEqual({
      id: expect.any(String),
      pageId,
      siteId: pageId,
      monitoringTool: 'GRAFANA',
      label: null,
      url: expect.stringMatching(/^https:\/\/tocsin\.test\/inbound\/[\w-]{43}$/),
      components: [checkout],
      createTemplate: null,
      resolveTemplate: null,
      mapping: null,
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:00:00.000Z',
    });
    const path = `/v3/integrations/${integration.id}`;
    expect((await api.get(path)).body).toEqual({ integration });

    const changes = {
      integrationType: 'WEBHOOK',
      label: 'Shop alerts',
      components: [],
      createTemplate: { name: '{{title}}', message: '{{payload.a}}' },
      resolveTemplate: { name: 'Over: {{title}}' },
      mapping: { title: '$.alert.name', status: "$['state']" },
    };
    const changed = await api.put(path, changes);
    const { integrationType: monitoringTool, ...rest } = changes;
    expect(changed).toEqual({
      status: 200,
      body: { integration: { ...integration, ...rest, monitoringTool } },
    });
    expect((await api.put(path, { label: 'Alerts' })).body.integration).toEqual({
      ...changed.body.integration,
      label: 'Alerts',
    });
    const nothing = { label: null, createTemplate: null, resolveTemplate: null, mapping: null };
    expect((await api.put(path, nothing)).body.integration).toMatchObject(nothing);

    const second = (await integrationOn(api, pageId)).id;
    expect((await api.get(`/${pageId}/integrations?limit=1&page=2`)).body).toMatchObject({
      integrations: [{ id: second }],
      total: 2,
      page: 2,
      totalPages: 2,
      limit: 1,
    });

    expect(await api.del(path)).toEqual({ status: 200, body: {} });
    expect((await api.get(path)).status).toBe(404);
    expect((await sendTo(api, integration.url)({ title: 'x' })).status).toBe(404);
  });

  it('take every tool by its name', async () => {
    const pageId = await pageWithAdmin(api);
    const names =
      'WEBHOOK BETTERUPTIME CHECKLY DATADOG DYNATRACE FRESHPING GRAFANA HETRIXTOOLS NEWRELIC PAGERDUTY PINGDOM ' +
      'RUNSCOPE SITE24X7 STATUSCAKE UPTIMEROBOT EMAIL PROMETHEUS UPDOWN GOOGLECLOUDMONITORING SENTRY CLOUDWATCH ' +
      'OPSGENIE UPTIMEKUMA ZABBIX AZUREMONITOR';
    for (const integrationType of names.split(' ')) {
      const { body } = await api.post('/v3/integrations', { pageId, integrationType });
      expect(body.integration.monitoringTool).toBe(integrationType);
    }
  });

  it('name what is wrong', async () => {
    const pageId = await pageWithAdmin(api);
    const foreign = await component(await api.page(), 'Theirs');
    const own = await component(pageId, 'Ours');
    expect(pathsOf(await api.post('/v3/integrations', {}))).toEqual(['pageId', 'integrationType']);
    const valid = { pageId, integrationType: 'WEBHOOK' };
    const refused = async (more: object) =>
      pathsOf(await api.post('/v3/integrations', { ...valid, ...more }));
    expect(await refused({ integrationType: 'NAGIOS' })).toEqual(['integrationType']);
    expect(await refused({ components: [own, foreign, 'nothing'] })).toEqual([
      'components[1]',
      'components[2]',
    ]);
    expect(await refused({ components: 'x', label: 1 })).toEqual(['label', 'components']);
    expect(await refused({ createTemplate: { name: '' }, resolveTemplate: { message: 1 } })).toEqual([
      'createTemplate.name',
      'resolveTemplate.message',
    ]);
    expect(await refused({ createTemplate: { name: 'x'.repeat(256) } })).toEqual(['createTemplate.name']);
    expect(
      await refused({ mapping: { title: 'alert.name', url: '$[', status: '$..a..b', dedupKey: '$.a' } }),
    ).toEqual(['mapping.title', 'mapping.status', 'mapping.url']);
    const { id } = await integrationOn(api, pageId);
    expect(pathsOf(await api.put(`/v3/integrations/${id}`, { components: [foreign] }))).toEqual([
      'components[0]',
    ]);
    expect(pathsOf(await api.put(`/v3/integrations/${id}`, { pageId: await api.page() }))).toEqual([
      'pageId',
    ]);
    expect((await api.put(`/v3/integrations/${id}`, { pageId: 'page_unknown' })).status).toBe(404);
    expect((await api.post('/v3/integrations', { ...valid, pageId: 'page_unknown' })).status).toBe(404);
  });

  it('of another page do not exist for a bound key', async () => {
    const [own, other] = [await pageWithAdmin(api), await pageWithAdmin(api)];
    const bound = await api.as('admin', own);
    const path = `/v3/integrations/${(await integrationOn(api, other)).id}`;
    const answers = [
      await bound.get(path),
      await bound.put(path, { label: 'x' }),
      await bound.del(path),
      await bound.post(`${path}/rotate-secret`, {}),
      await bound.get(`${path}/unread`),
      await bound.get(`/${other}/integrations`),
      await bound.post('/v3/integrations', { pageId: other, integrationType: 'WEBHOOK' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect((await bound.get('/v3/integrations/int_unknown')).body).toEqual(answers[0]?.body);
    expect((await bound.post('/v3/integrations', { integrationType: 'EMAIL' })).body.integration.pageId).toBe(
      own,
    );
    const reader = await api.as('read', other);
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.post(`${path}/rotate-secret`, {})).status).toBe(403);
  });

  it('get a new address, and the old one is refused at once', async () => {
    const { id, url, send } = await integrationOn(api, await pageWithAdmin(api));
    expect((await send({ title: 'x', dedupKey: '1' })).status).toBe(200);
    const { body } = await api.post(`/v3/integrations/${id}/rotate-secret`, {});
    expect(body.integration.url).not.toBe(url);
    expect(await send({ title: 'x', dedupKey: '1' })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
    expect((await sendTo(api, body.integration.url)({ title: 'x', dedupKey: '1' })).body.action).toBe(
      'updated',
    );
    expect((await api.get(`/v3/integrations/${id}`)).body.integration.url).toBe(body.integration.url);
  });
});
