import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
});
afterAll(() => api.close());

const email = (more: object = {}) => ({ pageId, type: 'EMAIL', recipient: 'ops@shop.example', ...more });
const aMonitor = async (page = pageId): Promise<string> =>
  (await api.post('/monitors', { pageId: page, url: 'https://shop.test/' })).body.monitor.id;
const anAlert = async (more: object = {}): Promise<string> =>
  (await api.post('/monitor-alerts', email(more))).body.monitor.id;

describe('monitor alerts', () => {
  test('get their defaults, under the key of the interface', async () => {
    const { status, body } = await api.post('/monitor-alerts', email());
    expect(status).toBe(200);
    expect(body).toEqual({
      monitor: {
        id: body.monitor.id,
        pageId,
        siteId: pageId,
        type: 'EMAIL',
        recipient: 'ops@shop.example',
        recipientWorkspace: null,
        whenFails: true,
        whenRecovers: true,
        whenDegrades: false,
        whenSslExpires: false,
        sslExpiresInDays: 30,
        monitors: [],
        metadata: null,
        createdAt: '2026-01-15T12:00:00.000Z',
        updatedAt: '2026-01-15T12:00:00.000Z',
      },
      message: 'Monitor Alert created successfully',
    });
    expect((await api.get(`/monitor-alerts/${body.monitor.id}`)).body).toEqual({ monitor: body.monitor });
  });

  test('answer what was sent: monitors as objects when they are made, as ids when they are changed', async () => {
    const ids = [await aMonitor(), await aMonitor()].sort();
    const sent = {
      recipientWorkspace: 'W1',
      whenFails: false,
      whenRecovers: false,
      whenDegrades: true,
      whenSslExpires: true,
      sslExpiresInDays: 7,
      metadata: 'for the night',
    };
    const { body } = await api.post('/monitor-alerts', email({ ...sent, monitors: ids }));
    expect(body.monitor).toMatchObject({ ...sent, monitors: ids.map((id) => ({ id })) });

    const changed = await api.put(`/monitor-alerts/${body.monitor.id}`, {
      type: 'EMAIL',
      monitors: [ids[1]],
    });
    expect(changed.body.message).toBe('Monitor alert updated successfully.');
    expect(changed.body.monitor).toMatchObject({ ...sent, monitors: [ids[1]] });
    const read = await api.get(`/monitor-alerts/${body.monitor.id}`);
    expect(read.body.monitor.monitors).toEqual([{ id: ids[1] }]);
  });

  test('take back what they answered', async () => {
    const monitors = [await aMonitor()];
    const { monitor } = (await api.post('/monitor-alerts', email({ monitors }))).body;
    const again = await api.put(`/monitor-alerts/${monitor.id}`, monitor);
    expect(again.status).toBe(200);
    expect(again.body.monitor).toEqual({ ...monitor, monitors });
  });

  test('change only what is sent; null clears; what is changed has a new updatedAt', async () => {
    const id = await anAlert({ metadata: 'x', recipientWorkspace: 'W', whenDegrades: true });
    api.clock.move(1_000);
    const { body } = await api.put(`/monitor-alerts/${id}`, { metadata: null });
    expect(body.monitor).toMatchObject({ metadata: null, recipientWorkspace: 'W', whenDegrades: true });
    expect(body.monitor.updatedAt > body.monitor.createdAt).toBe(true);
  });

  test('are linked from either side, and each side shows it', async () => {
    const [monitor, other] = [await aMonitor(), await aMonitor()];
    const [first, second] = [await anAlert({ monitors: [monitor] }), await anAlert()];
    const alertsOf = async (id: string) => (await api.get(`/monitors/${id}`)).body.monitor.alerts;
    const monitorsOf = async (id: string) =>
      (await api.get(`/monitor-alerts/${id}`)).body.monitor.monitors.map((one: { id: string }) => one.id);
    expect(await alertsOf(monitor)).toEqual([first]);

    expect((await api.put(`/monitors/${monitor}`, { alerts: [second] })).body.monitor.alerts).toEqual([
      second,
    ]);
    expect(await monitorsOf(first)).toEqual([]);
    expect(await monitorsOf(second)).toEqual([monitor]);

    await api.put(`/monitor-alerts/${second}`, { monitors: [other, other, monitor] });
    expect(await alertsOf(other)).toEqual([second]);
    await api.put(`/monitors/${monitor}`, { name: 'Another name' });
    expect(await alertsOf(monitor)).toEqual([second]);

    await api.del(`/monitors/${other}`);
    expect(await monitorsOf(second)).toEqual([monitor]);
    await api.put(`/monitor-alerts/${second}`, { monitors: [] });
    expect(await alertsOf(monitor)).toEqual([]);
    const made = await api.post('/monitors', { pageId, url: 'https://x.test/', alerts: [second, first] });
    expect(made.body.monitor.alerts).toEqual([first, second].sort());
    expect(
      (await api.post('/monitors', { pageId, url: 'https://x.test/', alerts: [first, second] })).status,
    ).toBe(200);
    expect(await monitorsOf(first)).toHaveLength(2);
  });

  test('keep both sides whole when both change the same link at the same time', async () => {
    const monitor = await aMonitor();
    const alert = await anAlert();
    const both = () =>
      Promise.all([
        api.put(`/monitors/${monitor}`, { alerts: [alert] }),
        api.put(`/monitor-alerts/${alert}`, { monitors: [] }),
        api.put(`/monitor-alerts/${alert}`, { monitors: [monitor] }),
        api.put(`/monitors/${monitor}`, { name: 'renamed' }),
      ]);
    for (let round = 0; round < 5; round += 1) {
      expect((await both()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const seen = (await api.get(`/monitors/${monitor}`)).body.monitor.alerts.length;
      expect((await api.get(`/monitor-alerts/${alert}`)).body.monitor.monitors).toHaveLength(seen);
    }
  });

  test('are listed oldest first, in pages', async () => {
    const page = await api.page();
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push(await anAlert({ pageId: page }));
    const { body } = await api.get(`/${page}/monitor-alerts?limit=2&page=2`);
    expect(body).toMatchObject({ total: 3, page: 2, totalPages: 2, limit: 2 });
    expect(body.monitorAlerts).toMatchObject([{ id: ids[2], monitors: [] }]);
    expect((await api.get(`/${page}/monitor-alerts`)).body).toMatchObject({ page: 1, limit: 100 });
  });

  test('are deleted with their links', async () => {
    const monitor = await aMonitor();
    const id = await anAlert({ monitors: [monitor] });
    expect((await api.del(`/monitor-alerts/${id}`)).body).toEqual({
      message: 'Monitor alert deleted successfully.',
    });
    expect((await api.get(`/monitors/${monitor}`)).body.monitor.alerts).toEqual([]);
    for (const answer of [
      await api.get(`/monitor-alerts/${id}`),
      await api.put(`/monitor-alerts/${id}`, {}),
      await api.del(`/monitor-alerts/${id}`),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  test.each([
    ['INCIDENT', undefined],
    ['INCIDENT', ''],
    ['INCIDENT', null],
    ['SMS', '+4930123456'],
    ['PHONE_CALL', '+4930123456'],
    ['WEBHOOK', 'https://hooks.example/x'],
    ['SLACK', '#ops'],
    ['DISCORD', 'https://discord.com/api/webhooks/1/a'],
    ['MICROSOFT_TEAMS', 'https://x.logic.azure.com/workflows/1'],
    ['GOOGLE_CHAT', 'https://chat.googleapis.com/v1/spaces/A/messages'],
  ])('of type %s take the recipient %s', async (type, recipient) => {
    const { status, body } = await api.post('/monitor-alerts', { pageId, type, recipient });
    expect(status).toBe(200);
    expect(body.monitor).toMatchObject({ type, recipient: recipient ?? '' });
  });

  test('lose the recipient when they become incidents, and need one to become anything else', async () => {
    const id = await anAlert();
    expect((await api.put(`/monitor-alerts/${id}`, { type: 'INCIDENT' })).body.monitor).toMatchObject({
      type: 'INCIDENT',
      recipient: '',
    });
    expect(pathsOf(await api.put(`/monitor-alerts/${id}`, { type: 'SMS' }))).toEqual(['recipient']);
    const both = await api.put(`/monitor-alerts/${id}`, { type: 'SMS', recipient: '+4930123456' });
    expect(both.status).toBe(200);
  });
});

describe('what a monitor alert refuses', () => {
  test.each<[string, object, string]>([
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'FAX' }, 'type'],
    ['no recipient', { recipient: undefined }, 'recipient'],
    ['an empty recipient', { recipient: '' }, 'recipient'],
    ['an address that is none', { recipient: 'ops' }, 'recipient'],
    ['a number for an e-mail', { recipient: '+4930123456' }, 'recipient'],
    ['an address for a webhook', { type: 'WEBHOOK' }, 'recipient'],
    ['a recipient of an incident', { type: 'INCIDENT' }, 'recipient'],
    ['0 days', { sslExpiresInDays: 0 }, 'sslExpiresInDays'],
    ['366 days', { sslExpiresInDays: 366 }, 'sslExpiresInDays'],
    ['half a day', { sslExpiresInDays: 1.5 }, 'sslExpiresInDays'],
    ['a flag that is none', { whenFails: 'yes' }, 'whenFails'],
    ['a monitor that is not there', { monitors: ['mon_x'] }, 'monitors[0]'],
    ['a metadata that is no text', { metadata: { a: 1 } }, 'metadata'],
  ])('%s', async (_what, wrong, path) => {
    const answer = await api.post('/monitor-alerts', email(wrong));
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([path]);
  });

  test('a monitor of another page, from either side', async () => {
    const foreign = await api.page();
    const theirs = await aMonitor(foreign);
    expect(pathsOf(await api.post('/monitor-alerts', email({ monitors: [theirs] })))).toEqual([
      'monitors[0]',
    ]);
    const id = await anAlert();
    expect(pathsOf(await api.put(`/monitor-alerts/${id}`, { monitors: [theirs] }))).toEqual(['monitors[0]']);
    expect(pathsOf(await api.put(`/monitors/${theirs}`, { alerts: [id] }))).toEqual(['alerts[0]']);
  });

  test('a page that is unknown, another page, and other keys’ pages', async () => {
    expect((await api.post('/monitor-alerts', email({ pageId: 'page_x' }))).status).toBe(404);
    const id = await anAlert();
    const foreign = await api.page();
    expect(pathsOf(await api.put(`/monitor-alerts/${id}`, { pageId: foreign }))).toEqual(['pageId']);
    const stranger = await api.as('write', foreign);
    expect((await stranger.get(`/monitor-alerts/${id}`)).status).toBe(404);
    expect((await stranger.put(`/monitor-alerts/${id}`, {})).status).toBe(404);
    expect((await stranger.del(`/monitor-alerts/${id}`)).status).toBe(404);
    expect((await stranger.get(`/${pageId}/monitor-alerts`)).status).toBe(404);
    const reader = await api.as('read');
    expect((await reader.post('/monitor-alerts', email())).status).toBe(403);
    expect((await reader.get(`/monitor-alerts/${id}`)).status).toBe(200);
  });
});
