import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let pageId: string;
let incidents: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  pageId = await api.page();
  incidents = `/v1/${pageId}/incidents`;
  await api.post(`/v1/${pageId}/team`, { email: 'ann@shop.test', name: 'Ann', permission: 'FULL' });
});
afterAll(() => api.close());

async function open(more: object = {}): Promise<Answer['body']> {
  const { status, body } = await api.post(incidents, {
    name: 'Checkout is down',
    status: 'INVESTIGATING',
    ...more,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

describe('responding', () => {
  const act = (id: string, verb: string, body: object = {}) => api.post(`/incidents/${id}/${verb}`, body);

  it('acknowledges once; the second answer says what holds and by whom', async () => {
    const { id, number } = await open();
    const first = await act(id, 'acknowledge', { by: 'ANN@shop.test' });
    expect(first.body.incident.response).toMatchObject({ state: 'ACKNOWLEDGED', acknowledgedBy: 'Ann' });
    expect(first.body.message).toBe(`Ann acknowledged #${number} Checkout is down.`);
    const second = await act(id, 'acknowledge');
    expect(second.status).toBe(200);
    expect(second.body.message).toMatch(/^Already acknowledged by Ann /);
    expect(second.body.incident.response).toEqual(first.body.incident.response);
  });

  it("records the key's name where nobody is named, with a body and without", async () => {
    for (const body of [{}, { by: null }]) {
      const { id } = await open();
      expect((await act(id, 'acknowledge', body)).body.incident.response.acknowledgedBy).toBe('a admin key');
    }
    const { id } = await open();
    expect((await api.post(`/incidents/${id}/acknowledge`)).status).toBe(200);
  });

  it('does each of the plain verbs', async () => {
    const { id } = await open();
    const stateAfter = async (verb: string, body?: object) =>
      (await act(id, verb, body)).body.incident.response.state;
    expect(await stateAfter('acknowledge')).toBe('ACKNOWLEDGED');
    expect(await stateAfter('unacknowledge')).toBe('TRIGGERED');
    expect(await stateAfter('snooze', { minutes: 0.5 })).toBe('SNOOZED');
    expect(await stateAfter('resolve')).toBe('RESOLVED');
    expect(await stateAfter('acknowledge')).toBe('RESOLVED');
    expect(await stateAfter('reopen')).toBe('TRIGGERED');
    expect((await act(id, 'escalate')).status).toBe(200);
  });

  it('snoozes until an instant or for minutes, and refuses both, neither and the past', async () => {
    const { id } = await open();
    const until = '2026-02-01T00:00:00.000Z';
    expect((await act(id, 'snooze', { until })).body.incident.response.snoozedUntil).toBe(until);
    for (const body of [{}, { minutes: 1, until }, { minutes: 0 }, { minutes: -1 }, { minutes: '5' }]) {
      expect(pathsOf(await act(id, 'snooze', body))).toEqual(['minutes']);
    }
    expect(pathsOf(await act(id, 'snooze', { until: '2020-01-01T00:00:00Z' }))).toEqual(['until']);
  });

  it('asks for a member or a team, and refuses whoever is neither', async () => {
    const { id } = await open();
    expect((await act(id, 'reassign', { targetId: 'ann@shop.test' })).status).toBe(200);
    expect(pathsOf(await act(id, 'reassign', {}))).toEqual(['targetId']);
    expect(pathsOf(await act(id, 'reassign', { targetId: 'nobody' }))).toEqual(['targetId']);
    expect(pathsOf(await act(id, 'acknowledge', { by: 'nobody' }))).toEqual(['by']);
  });

  it('keeps notes in the timeline, which tells events in order', async () => {
    const { id } = await open();
    await act(id, 'acknowledge');
    await act(id, 'notes', { text: 'Looking at the cards', by: 'ann@shop.test' });
    expect(pathsOf(await act(id, 'notes', { text: '' }))).toEqual(['text']);
    const { events } = (await api.get(`/incidents/${id}/timeline`)).body;
    expect(events[0]).toMatchObject({ type: 'incident.opened', at: expect.stringMatching(/\.\d{3}Z$/) });
    expect(events.at(-2).type).toBe('incident.acknowledged');
    expect(events.at(-1)).toMatchObject({
      actor: 'Ann',
      text: expect.stringContaining('Looking at the cards'),
    });
  });
});

describe('isolation', () => {
  it('answers a bound key 404 for everything of another page, as for what does not exist', async () => {
    const { id } = await open();
    const bound = await api.as('admin', await api.page());
    const verbs = ['acknowledge', 'unacknowledge', 'resolve', 'reopen', 'escalate'].map(
      (verb) => [verb, {}] as const,
    );
    const bodies = [
      ...verbs,
      ['snooze', { minutes: 1 }],
      ['reassign', { targetId: 'x' }],
      ['notes', { text: 'x' }],
    ] as const;
    for (const [verb, body] of bodies) {
      const foreign = await bound.post(`/incidents/${id}/${verb}`, body);
      expect(foreign).toMatchObject({ status: 404 });
      expect(foreign).toEqual(await bound.post(`/incidents/inc_unknown/${verb}`, body));
    }
    for (const path of [`/incidents/${id}`, `/incidents/${id}/timeline`, incidents, `${incidents}/${id}`]) {
      expect((await bound.get(path)).status).toBe(404);
    }
    expect((await bound.post(incidents, { name: 'x', status: 'INVESTIGATING' })).status).toBe(404);
    expect((await api.get(`/incidents/${id}`)).body.incident.response.state).toBe('TRIGGERED');
  });

  it('does not find an incident under a page that it does not belong to', async () => {
    const { id } = await open();
    const other = `/v1/${await api.page()}/incidents/${id}`;
    expect((await api.get(other)).status).toBe(404);
    expect((await api.put(other, { name: 'x' })).status).toBe(404);
    expect((await api.del(other)).status).toBe(404);
    expect((await api.post(`${other}/incident-updates`, { status: 'MONITORING' })).status).toBe(404);
  });

  it('lets a read key read and not act', async () => {
    const { id } = await open();
    const reader = await api.as('read', pageId);
    expect((await reader.get(`/incidents/${id}/timeline`)).status).toBe(200);
    expect((await reader.post(`/incidents/${id}/acknowledge`, {})).status).toBe(403);
  });
});
