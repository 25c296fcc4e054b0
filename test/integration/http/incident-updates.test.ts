import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let incidents: string;
let checkout: string;
let incident: string;
let updates: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
beforeEach(async () => {
  const pageId = await api.page();
  incidents = `/v1/${pageId}/incidents`;
  checkout = (await api.post(`/v1/${pageId}/components`, { name: 'Checkout' })).body.id;
  incident = (await open()).id;
  updates = `${incidents}/${incident}/incident-updates`;
});
afterAll(() => api.close());

async function open(more: object = {}): Promise<Answer['body']> {
  return (await api.post(incidents, { name: 'Checkout is down', status: 'INVESTIGATING', ...more })).body;
}

async function add(status: string, message = status): Promise<string> {
  api.clock.move(1_000);
  return (await api.post(updates, { status, message })).body.id;
}

const now = async () => (await api.get(`${incidents}/${incident}`)).body;
const timeline = async () => (await api.get(`/incidents/${incident}/timeline`)).body.events;

describe('correcting an update', () => {
  it('changes only what is sent, and says so in the timeline once', async () => {
    const id = await add('IDENTIFIED', 'a tpyo');
    const changed = await api.put(`${updates}/${id}`, {
      message: 'a <typo>',
      started: '2026-01-15T11:00:00Z',
      notify: true,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        id,
        message: 'a <typo>',
        messageHtml: '<p>a &lt;typo&gt;</p>',
        status: 'IDENTIFIED',
        started: '2026-01-15T11:00:00.000Z',
        notify: true,
        incident: { id: incident, status: 'IDENTIFIED' },
      },
    });
    expect((await api.get(`${updates}/${id}`)).body).toEqual(changed.body);
    const events = await timeline();
    expect(events.at(-1)).toMatchObject({ type: 'incident.updated', actor: 'a admin key' });
    expect(events.at(-1).text).toContain('corrected an update of');
    expect((await api.put(`${updates}/${id}`, {})).body).toEqual(changed.body);
    expect((await api.put(`${updates}/${id}`, { message: 'a <typo>', stray: 1 })).body).toEqual(changed.body);
    expect(await timeline()).toHaveLength(events.length);
  });

  it('takes the incident along where its status comes from its last update', async () => {
    const first = await add('IDENTIFIED');
    const last = await add('IDENTIFIED');
    await api.put(`${updates}/${first}`, { status: 'INVESTIGATING' });
    expect(await now()).toMatchObject({ status: 'IDENTIFIED' });
    const changed = await api.put(`${updates}/${last}`, { status: 'MONITORING' });
    expect(changed.body).toMatchObject({ status: 'MONITORING', incident: { status: 'MONITORING' } });
    await api.put(`${incidents}/${incident}`, { status: 'INVESTIGATING' });
    await api.put(`${updates}/${last}`, { status: 'IDENTIFIED' });
    expect(await now()).toMatchObject({ status: 'INVESTIGATING' });
  });

  it('neither resolves an open incident nor reopens a resolved one', async () => {
    const id = await add('MONITORING');
    expect((await api.put(`${updates}/${id}`, { status: 'RESOLVED', message: 'no' })).status).toBe(409);
    expect(await now()).toMatchObject({ status: 'MONITORING', response: { state: 'TRIGGERED' } });
    expect((await api.get(`${updates}/${id}`)).body.message).toBe('MONITORING');
    const over = await add('RESOLVED');
    expect((await api.put(`${updates}/${over}`, { status: 'MONITORING' })).status).toBe(409);
    const corrected = await api.put(`${updates}/${over}`, { status: 'RESOLVED', message: 'All is well' });
    expect(corrected).toMatchObject({ status: 200, body: { message: 'All is well' } });
    expect(await now()).toMatchObject({ status: 'RESOLVED', response: { state: 'RESOLVED' } });
  });

  it('makes the components hold that are sent with it', async () => {
    const id = await add('IDENTIFIED');
    const statuses = [{ id: checkout, status: 'PARTIALOUTAGE' }];
    const changed = await api.put(`${updates}/${id}`, { statuses });
    expect(changed.body.incident.components).toMatchObject(statuses);
    expect(await now()).toMatchObject({ impact: 'PARTIALOUTAGE' });
    const wrong = await api.put(`${updates}/${id}`, {
      message: 'lost',
      components: ['x'],
      statuses: [{ id: 'y', status: 'OPERATIONAL' }],
    });
    expect(pathsOf(wrong)).toEqual(['components[0]', 'statuses[0].id']);
    expect((await api.get(`${updates}/${id}`)).body.message).toBe('IDENTIFIED');
  });

  it('names every wrong field', async () => {
    const id = await add('IDENTIFIED');
    const wrong = {
      message: 1,
      status: 'BROKEN',
      started: 'x',
      notify: 'yes',
      components: 'x',
      statuses: [{}],
    };
    expect(pathsOf(await api.put(`${updates}/${id}`, wrong)).sort()).toEqual(
      ['components', 'message', 'notify', 'started', 'status', 'statuses[0].id', 'statuses[0].status'].sort(),
    );
  });

  it('is refused where somebody else corrected it since it was read', async () => {
    const url = `${updates}/${await add('IDENTIFIED')}`;
    const headers = { authorization: `Bearer ${await secretKey()}` };
    const { etag } = (await api.inject({ url, headers })).headers;
    await api.put(url, { message: 'first' });
    const late = await api.inject({
      method: 'PUT',
      url,
      headers: { ...headers, 'if-match': String(etag) },
      payload: { message: 'second' },
    });
    expect(late.statusCode).toBe(409);
  });
});

describe('taking back an update', () => {
  it('leaves the others, and the incident as the one before it says', async () => {
    const identified = await add('IDENTIFIED');
    const monitoring = await add('MONITORING');
    expect(await api.del(`${updates}/${monitoring}`)).toEqual({ status: 200, body: { id: monitoring } });
    expect(await now()).toMatchObject({ status: 'IDENTIFIED' });
    expect((await now()).updates.map(({ status }: { status: string }) => status)).toEqual([
      'INVESTIGATING',
      'IDENTIFIED',
    ]);
    expect((await timeline()).at(-1).text).toContain('took back an update of');
    const first = (await now()).updates[0].id;
    expect((await api.del(`${updates}/${first}`)).status).toBe(200);
    expect((await api.del(`${updates}/${identified}`)).status).toBe(200);
    expect(await now()).toMatchObject({ status: 'IDENTIFIED', updates: [] });
    expect((await api.del(`${updates}/${identified}`)).status).toBe(404);
  });

  it('neither reopens nor resolves', async () => {
    const over = await add('RESOLVED');
    expect((await api.del(`${updates}/${over}`)).status).toBe(200);
    expect(await now()).toMatchObject({ status: 'RESOLVED', response: { state: 'RESOLVED' } });
    await api.post(`/incidents/${incident}/reopen`, {});
    await add('RESOLVED');
    await api.post(`/incidents/${incident}/reopen`, {});
    const last = await add('MONITORING');
    await api.del(`${updates}/${last}`);
    expect(await now()).toMatchObject({ status: 'MONITORING', response: { state: 'TRIGGERED' } });
  });
});

describe('an update', () => {
  it('exists only on its own incident and page, and is changed only by a key that may', async () => {
    const id = await add('IDENTIFIED');
    const other = await open();
    const elsewhere = await api.page();
    for (const path of [
      `${incidents}/${other.id}/incident-updates/${id}`,
      `/v1/${elsewhere}/incidents/${incident}/incident-updates/${id}`,
      `${updates}/upd_x`,
    ]) {
      expect((await api.get(path)).status).toBe(404);
      expect((await api.put(path, { message: 'x' })).status).toBe(404);
      expect((await api.del(path)).status).toBe(404);
    }
    const stranger = await api.as('write', elsewhere);
    expect((await stranger.put(`${updates}/${id}`, { message: 'x' })).status).toBe(404);
    const reader = await api.as('read');
    expect((await reader.put(`${updates}/${id}`, { message: 'x' })).status).toBe(403);
    expect((await reader.del(`${updates}/${id}`)).status).toBe(403);
    expect((await reader.get(`${updates}/${id}`)).body).toMatchObject({ message: 'IDENTIFIED' });
  });
});

/** A key for requests that carry headers of their own. */
async function secretKey(): Promise<string> {
  return (await api.post('/api-keys', { name: 'A tool', scope: 'write' })).body.key;
}
