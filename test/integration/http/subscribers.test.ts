import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let pageId: string;
let subscribers: string;
let checkout: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
beforeEach(async () => {
  pageId = await api.page();
  subscribers = `/v1/${pageId}/subscribers`;
  checkout = (await api.post(`/v1/${pageId}/components`, { name: 'Checkout' })).body.id;
});
afterAll(() => api.close());

async function add(body: object): Promise<Answer['body']> {
  const answer = await api.post(subscribers, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

describe('a subscriber', () => {
  it('is answered in full when it is added, and in brief in lists', async () => {
    const body = await add({ email: 'Reader@Example.com' });
    expect(body).toEqual({
      id: expect.any(String),
      name: null,
      email: 'reader@example.com',
      phone: null,
      webhook: null,
      webhookEmail: null,
      confirmed: false,
      all: true,
      components: [],
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:00:00.000Z',
      siteId: pageId,
      unsubscribeToken: expect.stringMatching(/^[\w-]{27}$/),
      discord: null,
      discordTeam: null,
      slack: null,
      slackTeam: null,
      language: 'en',
      company: null,
      microsoftTeamsWebhook: null,
      googleChatWebhook: null,
      googleChatSpace: null,
      failedAttempts: 0,
      approved: true,
      importedFromStatuspage: false,
      hideUnsubLink: false,
      webhookIncidentBody: null,
      webhookMaintenanceBody: null,
      webhookComponentBody: null,
      webhookHttpMethod: 'POST',
      webhookHeaders: null,
      webhookQueryParams: null,
      site: { id: pageId },
    });
    const { id, email, phone, webhook, webhookEmail, confirmed, all, components } = body;
    const brief = { id, email, phone, webhook, webhookEmail, confirmed, all, components };
    expect((await api.get(subscribers)).body).toEqual([brief]);
    expect((await api.get(`/v2/${pageId}/subscribers`)).body).toEqual([brief]);
  });

  it('has exactly one address, of the right form', async () => {
    expect(pathsOf(await api.post(subscribers, {}))).toEqual(['email']);
    expect(pathsOf(await api.post(subscribers, { email: null, phone: null }))).toEqual(['email']);
    const two = { email: 'a@x.test', phone: '+4930123456', webhook: 'https://x.test/' };
    expect(pathsOf(await api.post(subscribers, two))).toEqual(['phone', 'webhook']);
    for (const wrong of [
      { email: 'nobody' },
      { phone: '030 123' },
      { phone: '+1' },
      { webhook: 'ftp://x.test/' },
      { email: 'a@x.test', webhookEmail: 'b' },
      { email: 'a@x.test', all: 'yes' },
      { email: 'a@x.test', components: 'all' },
    ]) {
      const { status } = await api.post(subscribers, wrong);
      expect({ wrong, status }).toEqual({ wrong, status: 400 });
    }
    expect((await api.get(subscribers)).body).toEqual([]);
  });

  it('hears of everything unless it names components, which have to be of the page', async () => {
    expect(await add({ email: 'a@x.test', components: [checkout, checkout] })).toMatchObject({
      all: false,
      components: [checkout],
    });
    expect(await add({ email: 'b@x.test', components: null })).toMatchObject({ all: true, components: [] });
    expect(await add({ email: 'c@x.test', components: [checkout], all: true })).toMatchObject({
      all: true,
      components: [checkout],
    });
    const elsewhere = await api.page();
    const { id: foreign } = (await api.post(`/v1/${elsewhere}/components`, { name: 'Search' })).body;
    const wrong = await api.post(subscribers, {
      email: 'd@x.test',
      components: [checkout, foreign, 'cmp_x'],
    });
    expect(pathsOf(wrong)).toEqual(['components[1]', 'components[2]']);
  });

  it('needs no confirmation where autoConfirm says so, or by a webhook', async () => {
    expect(await add({ phone: '+4930123456', autoConfirm: true })).toMatchObject({ confirmed: true });
    expect(await add({ webhook: 'https://x.test/hook' })).toMatchObject({ confirmed: true });
    expect(await add({ email: 'a@x.test' })).toMatchObject({ confirmed: false });
  });

  it('that is added again is the same one, changed in what is sent', async () => {
    const first = await add({ email: 'a@x.test', components: [checkout], language: 'de' });
    const second = await add({ email: 'A@x.test', autoConfirm: true });
    expect(second).toEqual({ ...first, confirmed: true });
    expect(await add({ email: 'a@x.test', all: true })).toMatchObject({ all: true, confirmed: true });
    expect(await add({ email: 'a@x.test', components: [] })).toMatchObject({ components: [] });
    expect((await api.get(subscribers)).body).toHaveLength(1);
  });

  it('is one, however many add it at the same time', async () => {
    const added = await Promise.all(Array.from({ length: 5 }, () => add({ email: 'a@x.test' })));
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    expect((await api.get(subscribers)).body).toHaveLength(1);
  });

  it('may be on several pages', async () => {
    await add({ email: 'a@x.test' });
    const elsewhere = `/v1/${await api.page()}/subscribers`;
    expect((await api.post(elsewhere, { email: 'a@x.test' })).status).toBe(200);
    expect((await api.get(elsewhere)).body).toHaveLength(1);
  });

  it('that is deleted is answered once more and gone then', async () => {
    const { id } = await add({ email: 'a@x.test' });
    expect(await api.del(`${subscribers}/${id}`)).toEqual({
      status: 200,
      body: {
        id,
        name: null,
        email: 'a@x.test',
        phone: null,
        webhook: null,
        webhookEmail: null,
        discord: null,
        microsoftTeamsWebhook: null,
        company: null,
        site: { id: pageId },
      },
    });
    expect((await api.del(`${subscribers}/${id}`)).status).toBe(404);
    expect((await api.get(subscribers)).body).toEqual([]);
  });

  it('exists on its own page only', async () => {
    const { id } = await add({ email: 'a@x.test' });
    const elsewhere = await api.page();
    expect((await api.del(`/v1/${elsewhere}/subscribers/${id}`)).status).toBe(404);
    expect((await api.get(`/v1/page_x/subscribers`)).status).toBe(404);
    expect((await (await api.as('write', elsewhere)).del(`${subscribers}/${id}`)).status).toBe(404);
    expect((await (await api.as('read')).post(subscribers, { email: 'b@x.test' })).status).toBe(403);
  });
});

describe('the list of subscribers', () => {
  it('comes by pages, oldest first', async () => {
    for (const name of ['one', 'two', 'three']) {
      await add({ email: `${name}@x.test` });
      api.clock.move(1_000);
    }
    const emails = async (query: string) =>
      (await api.get(`${subscribers}?${query}`)).body.map(({ email }: { email: string }) => email);
    expect(await emails('')).toEqual(['one@x.test', 'two@x.test', 'three@x.test']);
    expect(await emails('per_page=2&page=2')).toEqual(['three@x.test']);
    expect(pathsOf(await api.get(`${subscribers}?per_page=101`))).toEqual(['per_page']);
  });

  it('is searched by part of any address, whatever stands in it', async () => {
    await add({ email: 'anna_b@x.test' });
    await add({ email: 'annaxb@x.test' });
    await add({ phone: '+4930123456' });
    await add({ webhook: 'https://hooks.x.test/50%25' });
    const found = async (search: string) =>
      (await api.get(`${subscribers}?search=${encodeURIComponent(search)}`)).body.map(
        (one: { email: string; phone: string; webhook: string }) => one.email ?? one.phone ?? one.webhook,
      );
    expect(await found('ANNA')).toEqual(['anna_b@x.test', 'annaxb@x.test']);
    expect(await found('anna_b')).toEqual(['anna_b@x.test']);
    expect(await found('%25')).toEqual(['https://hooks.x.test/50%25']);
    expect(await found('\\')).toEqual([]);
    expect(await found('+4930')).toEqual(['+4930123456']);
    expect((await api.get(`${subscribers}?search=%00`)).status).toBe(400);
  });
});
