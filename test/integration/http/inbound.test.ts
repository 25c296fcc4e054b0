import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';
import { integrationOn, pageWithAdmin } from '../../support/integrations.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const incident = async (id: string) => (await api.get(`/incidents/${id}`)).body.incident;
const timeline = async (id: string): Promise<{ type: string; actor: string; text: string }[]> =>
  (await api.get(`/incidents/${id}/timeline`)).body.events;
const pagesOf = async (id: string) => (await api.store.notifications.setsOf(id)).length;
const incidentsOf = async (pageId: string) => (await api.get(`/v1/${pageId}/incidents`)).body;

describe('a firing event', () => {
  it('opens an incident on the components of the integration, and pages', async () => {
    const pageId = await pageWithAdmin(api);
    const component = (await api.post(`/v1/${pageId}/components`, { name: 'Checkout' })).body.id;
    const { id: integrationId, send } = await integrationOn(api, pageId, {
      integrationType: 'DATADOG',
      label: 'Datadog EU',
      components: [component],
    });
    const { status, body } = await send({
      title: 'Disk full',
      description: '97 %',
      severity: 'high',
      alert_id: 'a1',
      status: 'Triggered',
      link: 'https://tool.test/a1',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ incidentId: expect.any(String), number: expect.any(Number), action: 'opened' });
    expect(await incident(body.incidentId)).toMatchObject({
      siteId: pageId,
      number: body.number,
      name: 'Disk full',
      description: '97 %\nhttps://tool.test/a1',
      status: 'INVESTIGATING',
      impact: 'PARTIALOUTAGE',
      source: 'DATADOG',
      dedupKey: `${integrationId}:a1`,
      published: false,
      components: [{ id: component, status: 'PARTIALOUTAGE' }],
      response: { state: 'TRIGGERED' },
    });
    expect(await pagesOf(body.incidentId)).toBe(1);
    expect((await timeline(body.incidentId)).map(({ type, actor }) => [type, actor])).toEqual([
      ['incident.opened', 'Datadog EU'],
      ['incident.updated', 'Tocsin'],
    ]);
  });

  it('is routed and escalated as any other', async () => {
    const pageId = await pageWithAdmin(api);
    const ben = await api.member(pageId, 'ben@shop.test');
    const policy = await api.post('/escalation-policies', {
      pageId,
      name: 'Alerts',
      rules: [{ delayInMins: 5, actions: [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ben.id }] }],
    });
    await api.post('/routing-rules', {
      routingRule: {
        siteId: pageId,
        assertions: [
          { type: 'INCIDENT', comparison: 'EQUALS', value: 'ZABBIX' },
          { type: 'IMPACT', comparison: 'EQUALS', value: 'MAJOROUTAGE' },
        ],
        actions: [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ben.email }],
        escalationPolicyId: policy.body.escalationPolicy.id,
      },
    });
    const zabbix = await integrationOn(api, pageId, { integrationType: 'ZABBIX' });
    const { incidentId } = (await zabbix.send({ subject: 'PROBLEM', severity: 'disaster' })).body;
    const sets = await api.store.notifications.setsOf(incidentId);
    expect(sets.map(({ memberId }) => memberId)).toEqual([ben.id]);
    expect(await api.store.runs.ofIncident(incidentId)).toHaveLength(1);
    const minor = (await zabbix.send({ subject: 'Minor', severity: 'info' })).body.incidentId;
    expect((await api.store.notifications.setsOf(minor)).map(({ memberId }) => memberId)).not.toContain(
      ben.id,
    );
  });

  it('adds to the open incident with its dedup key and pages nobody again', async () => {
    const pageId = await pageWithAdmin(api);
    const { send } = await integrationOn(api, pageId);
    const first = (await send({ title: 'CPU', description: '91 %', dedupKey: 'cpu' })).body;
    const again = await send({ title: 'CPU', description: '99 %', dedupKey: 'cpu' });
    expect(again.body).toEqual({ ...first, action: 'updated' });
    expect(await pagesOf(first.incidentId)).toBe(1);
    expect((await timeline(first.incidentId)).at(-1)?.text).toContain('99 %');
    expect(await incidentsOf(pageId)).toHaveLength(1);
    await api.post(`/incidents/${first.incidentId}/acknowledge`, {});
    expect((await send({ title: 'CPU', dedupKey: 'cpu' })).body.action).toBe('updated');
    expect((await incident(first.incidentId)).response.state).toBe('ACKNOWLEDGED');
  });

  it('means another alert in another integration', async () => {
    const pageId = await pageWithAdmin(api);
    const [one, two] = [await integrationOn(api, pageId), await integrationOn(api, pageId)];
    const first = (await one.send({ title: 'CPU', dedupKey: 'cpu' })).body;
    const second = (await two.send({ title: 'CPU', dedupKey: 'cpu' })).body;
    expect(second).toMatchObject({ action: 'opened' });
    expect((await two.send({ title: 'CPU', dedupKey: 'cpu', status: 'ok' })).body.incidentId).toBe(
      second.incidentId,
    );
    expect((await incident(first.incidentId)).response.state).toBe('TRIGGERED');
  });

  it('opens one incident when it comes 50 times at once', async () => {
    const pageId = await pageWithAdmin(api);
    const { send } = await integrationOn(api, pageId);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send({ title: 'Burst', dedupKey: 'b' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.incidentId)).size).toBe(1);
    expect(answers.filter(({ body }) => body.action === 'opened')).toHaveLength(1);
    expect(await incidentsOf(pageId)).toHaveLength(1);
    expect(await pagesOf(answers[0]?.body.incidentId)).toBe(1);
  });

  it('opens an incident though a component of the integration is gone', async () => {
    const pageId = await pageWithAdmin(api);
    const component = (await api.post(`/v1/${pageId}/components`, { name: 'Old' })).body.id;
    const { id, send } = await integrationOn(api, pageId, { components: [component] });
    const stored = await api.store.integrations.find(id);
    if (stored === null) throw new Error('no integration');
    await api.store.integrations.update({ ...stored, components: ['comp_gone', component] });
    const { incidentId } = (await send({ title: 'x' })).body;
    expect((await incident(incidentId)).components.map((c: { id: string }) => c.id)).toEqual([component]);
  });
});

describe('a resolved event', () => {
  it('resolves the open incident with its dedup key, and a firing one after it opens a new one', async () => {
    const { send } = await integrationOn(api, await pageWithAdmin(api), { label: 'Tool' });
    const opened = (await send({ title: 'CPU', host: 'db1', state: 'alerting' })).body;
    const over = await send({ title: 'CPU', host: 'db1', state: 'ok', description: 'back to 3 %' });
    expect(over).toEqual({ status: 200, body: { ...opened, action: 'resolved' } });
    expect(await incident(opened.incidentId)).toMatchObject({
      name: 'CPU',
      status: 'RESOLVED',
      response: { state: 'RESOLVED' },
      updates: [{ status: 'INVESTIGATING' }, { status: 'RESOLVED', message: 'back to 3 %' }],
    });
    expect((await timeline(opened.incidentId)).at(-1)).toMatchObject({
      type: 'incident.resolved',
      actor: 'Tool',
    });
    expect((await send({ title: 'CPU', host: 'db1', state: 'ok' })).body.action).toBe('ignored');
    const next = (await send({ title: 'CPU', host: 'db1', state: 'alerting' })).body;
    expect(next.action).toBe('opened');
    expect(next.incidentId).not.toBe(opened.incidentId);
  });

  it('of nothing that is open, and a note, change nothing', async () => {
    const pageId = await pageWithAdmin(api);
    const { send } = await integrationOn(api, pageId);
    const ignored = { status: 200, body: { incidentId: null, number: null, action: 'ignored' } };
    expect(await send({ title: 'x', status: 'resolved' })).toEqual(ignored);
    expect(await send({ title: 'x', status: 'acknowledged' })).toEqual(ignored);
    expect(await incidentsOf(pageId)).toEqual([]);
  });

  it('resolves once when it comes many times at once', async () => {
    const { send } = await integrationOn(api, await pageWithAdmin(api));
    await send({ title: 'x', dedupKey: 'k' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ dedupKey: 'k', status: 'resolved', description: 'over' })),
    );
    const count = (action: string) => answers.filter(({ body }) => body.action === action).length;
    expect([count('resolved'), count('ignored')]).toEqual([1, 19]);
    const { incidentId } = answers.find(({ body }) => body.action === 'resolved')?.body ?? {};
    expect((await incident(incidentId)).updates).toHaveLength(2);
  });
});

it('a firing event that meets the end of its incident is not lost in it', async () => {
  const { send } = await integrationOn(api, await pageWithAdmin(api));
  for (let round = 0; round < 15; round += 1) {
    const first = (await send({ title: 'x', dedupKey: 'k' })).body.incidentId;
    const [again, , over] = await Promise.all([
      send({ title: 'x', dedupKey: 'k' }),
      send({ title: 'x', dedupKey: 'k' }),
      send({ dedupKey: 'k', status: 'resolved' }),
      send({ title: 'x', dedupKey: 'k' }),
    ]);
    expect([again.status, over.body.action]).toEqual([200, 'resolved']);
    expect((await timeline(first)).at(-1)?.type).toBe('incident.resolved');
    await send({ dedupKey: 'k', status: 'resolved' });
  }
});

describe('templates', () => {
  it('word the opening and the end', async () => {
    const { send } = await integrationOn(api, await pageWithAdmin(api), {
      createTemplate: {
        name: '[{{severity}}] {{title}} {{payload.__proto__}}{{payload.constructor}}{{nope}}',
        message: '{{description}} on {{component}}: {{payload.tags[1]}} {{url}}',
      },
      resolveTemplate: { name: '{{title}}: over', message: 'Took {{payload.mins}} min' },
    });
    const alert = { title: 'CPU', description: '91 %', host: 'db1', severity: 'low', tags: ['a', 'b'] };
    const { incidentId } = (await send({ ...alert, url: 'https://t.test' })).body;
    expect(await incident(incidentId)).toMatchObject({
      name: '[low] CPU',
      description: '91 % on db1: b https://t.test',
    });
    await send({ ...alert, status: 'closed', mins: 7 });
    expect(await incident(incidentId)).toMatchObject({
      name: 'CPU: over',
      status: 'RESOLVED',
      updates: [{}, { message: 'Took 7 min', status: 'RESOLVED' }],
    });
  });

  it('and titles of any length give a name of at most 255 characters', async () => {
    const { send } = await integrationOn(api, await pageWithAdmin(api), {
      createTemplate: { name: '{{title}}{{title}}' },
    });
    const { status, body } = await send({ title: 'x'.repeat(300_000), description: 'y'.repeat(300_000) });
    expect(status).toBe(200);
    const { name, description, dedupKey } = await incident(body.incidentId);
    expect([name.length, description.length]).toEqual([255, 10_000]);
    expect(dedupKey.length).toBeLessThan(255);
  });
});
