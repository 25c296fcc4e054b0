import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
});

const URL = 'https://hooks.example.com/tocsin';

async function make(more: object = {}): Promise<Answer['body']> {
  const { status, body } = await api.post('/webhook-subscriptions', { pageId, url: URL, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

describe('a webhook subscription', () => {
  it('is answered in full, with its secret this once', async () => {
    const { webhookSubscription, secret, message } = await make();
    expect(message).toBe('Webhook subscription created successfully.');
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(webhookSubscription).toEqual({
      id: expect.any(String),
      pageId,
      url: URL,
      description: '',
      types: [],
      active: true,
      failingAt: null,
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:00:00.000Z',
    });
    const { body: read } = await api.get(`/webhook-subscriptions/${webhookSubscription.id}`);
    expect(read).toEqual({ webhookSubscription });
    const { body: list } = await api.get(`/${pageId}/webhook-subscriptions`);
    expect(list).toEqual({
      webhookSubscriptions: [webhookSubscription],
      total: 1,
      page: 1,
      totalPages: 1,
      limit: 100,
    });
  });

  it('changes only what is sent, and keeps its page', async () => {
    const { webhookSubscription: made } = await make({ types: ['incident.opened', 'incident.opened'] });
    expect(made.types).toEqual(['incident.opened']);
    const path = `/webhook-subscriptions/${made.id}`;
    const { body } = await api.put(path, { description: 'The warehouse', active: false, pageId });
    expect(body).toEqual({
      webhookSubscription: { ...made, description: 'The warehouse', active: false },
      message: 'Webhook subscription updated successfully.',
    });
    expect((await api.put(path, { types: [] })).body.webhookSubscription.types).toEqual([]);
    expect(pathsOf(await api.put(path, { pageId: await api.page() }))).toEqual(['pageId']);
  });

  it('gets another secret when it is rotated', async () => {
    const { webhookSubscription, secret } = await make();
    const path = `/webhook-subscriptions/${webhookSubscription.id}/rotate-secret`;
    const { body } = await api.post(path);
    expect(body.secret).toMatch(/^whsec_/);
    expect(body.secret).not.toBe(secret);
    expect(body.webhookSubscription.id).toBe(webhookSubscription.id);
  });

  it('is gone when it is deleted', async () => {
    const { webhookSubscription } = await make();
    const path = `/webhook-subscriptions/${webhookSubscription.id}`;
    expect((await api.del(path)).body).toEqual({ message: 'Webhook subscription deleted successfully.' });
    expect((await api.get(path)).status).toBe(404);
    expect((await api.del(path)).status).toBe(404);
  });

  it.each([
    [{ url: undefined }, ['url']],
    [{ url: 'ftp://example.com' }, ['url']],
    [{ url: 'not a url' }, ['url']],
    [{ types: ['incident.eaten'] }, ['types[0]']],
    [{ types: ['webhook.test'] }, ['types[0]']],
    [{ types: 'incident.opened' }, ['types']],
    [{ description: 7 }, ['description']],
  ])('refuses %j and names what is wrong', async (more, paths) => {
    const answer = await api.post('/webhook-subscriptions', { pageId, url: URL, ...more });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(paths);
  });

  it('is one of 50 at most on a page', async () => {
    for (let n = 0; n < 49; n += 1) await make();
    const answers = await Promise.all(
      [1, 2, 3].map(() => api.post('/webhook-subscriptions', { pageId, url: URL })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  it('does not exist for the key of another page, and is not changed by one that only reads', async () => {
    const { webhookSubscription } = await make();
    const path = `/webhook-subscriptions/${webhookSubscription.id}`;
    const other = await api.as('admin', await api.page());
    const tries = [
      other.get(path),
      other.put(path, {}),
      other.del(path),
      other.post(`${path}/rotate-secret`),
      other.post(`${path}/test`),
      other.post(`${path}/replay`, { since: '2026-01-01T00:00:00.000Z' }),
      other.get(`${path}/deliveries`),
      other.get(`${path}/deliveries/whd_1`),
      other.post(`${path}/deliveries/whd_1/replay`),
      other.get(`/${pageId}/webhook-subscriptions`),
      other.post('/webhook-subscriptions', { pageId, url: URL }),
      api.get('/webhook-subscriptions/whs_none'),
      api.get(`${path}/deliveries/whd_none`),
      api.post(`${path}/deliveries/whd_none/replay`),
    ];
    for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404);
    const reader = await api.as('read');
    expect((await reader.put(path, {})).status).toBe(403);
    expect((await reader.get(path)).status).toBe(200);
  });

  it('is not sent tests or replays while it is turned off', async () => {
    const { webhookSubscription } = await make();
    const path = `/webhook-subscriptions/${webhookSubscription.id}`;
    const { body } = await api.post(`${path}/test`);
    await api.put(path, { active: false });
    const { deliveries } = (await api.get(`${path}/deliveries`)).body;
    expect(deliveries).toMatchObject([
      { id: body.delivery.id, state: 'FAILED', detail: 'The subscription was turned off.', attempts: 0 },
    ]);
    const since = '2026-01-01T00:00:00.000Z';
    expect((await api.post(`${path}/test`)).status).toBe(409);
    expect((await api.post(`${path}/replay`, { since })).status).toBe(409);
    expect((await api.post(`${path}/deliveries/${body.delivery.id}/replay`)).status).toBe(409);
    await api.put(path, { active: true });
    expect((await api.post(`${path}/replay`, { since })).body).toEqual({
      replayed: 1,
      message: 'Failed deliveries replayed successfully.',
    });
    expect((await api.post(`${path}/replay`, { since })).body.replayed).toBe(0);
  });

  it('is in the audit log whenever somebody did something with it, without its address or secret', async () => {
    const { webhookSubscription, secret } = await make();
    const path = `/webhook-subscriptions/${webhookSubscription.id}`;
    await api.put(path, { url: 'https://hooks.example.com/another' });
    await api.post(`${path}/rotate-secret`);
    const { body } = await api.post(`${path}/test`);
    await api.post(`${path}/deliveries/${body.delivery.id}/replay`);
    await api.del(path);
    const answer = await api.get(`/${pageId}/audit-log`);
    const text = JSON.stringify(answer.body);
    for (const action of ['created', 'updated', 'secret_rotated', 'tested', 'replayed', 'deleted']) {
      expect(text).toContain(`"${action}"`);
    }
    expect(text).toContain('hooks.example.com');
    expect(text).not.toContain('/tocsin');
    expect(text).not.toContain('/another');
    expect(text).not.toContain(secret);
  });
});
