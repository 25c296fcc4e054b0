import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

const DAY = 24 * 60 * 60 * 1_000;
const MINUTE = 60 * 1_000;

let api: TestApi;
let pageId: string;
let subdomain: string;
let works: boolean;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  Object.assign(api.services, { subscribers: { works: () => works } });
});
beforeEach(async () => {
  works = true;
  pageId = await api.page('Shop & <Co>');
  subdomain = (await api.store.pages.find(pageId))?.subdomain ?? '';
});
afterAll(() => api.close());

async function show(path = subdomain, headers: Record<string, string> = {}) {
  const answer = await api.inject({ method: 'GET', url: `/public/${path}`, headers });
  return { status: answer.statusCode, headers: answer.headers, html: answer.body };
}

const post = async (path: string, body: object) => (await api.post(`/v1/${pageId}/${path}`, body)).body;
const component = async (name: string, more: object = {}): Promise<string> =>
  (await post('components', { name, ...more })).id as string;
const incident = async (more: object = {}) =>
  post('incidents', { name: 'Cards are refused', status: 'INVESTIGATING', ...more });

/** The section of that name, without its tags. */
function sectionOf(html: string, id: string): string {
  const section = new RegExp(`<section aria-labelledby="${id}">[\\s\\S]*?</section>`).exec(html)?.[0] ?? '';
  return section
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

describe('the public page', () => {
  it('says that all is well where it is, to whoever asks, in any case of its name', async () => {
    await component('Checkout');
    const { status, headers, html } = await show(subdomain.toUpperCase());
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=5',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(html).toContain('All systems are operational');
    expect(html).toContain('Shop &amp; &lt;Co&gt;');
    expect(sectionOf(html, 'components')).toContain('Checkout Operational');
    expect(sectionOf(html, 'past')).toContain('No incidents in the last 14 days.');
  });

  it('shows components in their groups, a group as bad as the worst of what it holds', async () => {
    const payments = await component('Payments');
    await component('Cards', { groupId: payments, status: 'PARTIALOUTAGE' });
    await component('Search', { description: 'By <name>' });
    const archived = await component('Old');
    await api.put(`/v1/${pageId}/components/${archived}`, { archived: true });
    const { html } = await show();
    const shown = sectionOf(html, 'components');
    expect(shown).toContain('Payments Partial outage Cards Partial outage');
    expect(shown).toContain('Search Operational By &lt;name&gt;');
    expect(shown).not.toContain('Old');
    expect(html).toContain('Some systems are out');
  });

  it('shows how much of the last 90 days a component was up, day by day', async () => {
    await component('Checkout');
    api.clock.move(MINUTE);
    const { html } = await show();
    expect(sectionOf(html, 'components')).toContain('90 days ago 100.00 % up Today');
    expect(html).toContain('class="none" style="flex:89" title="18 Oct 2025 – 14 Jan 2026: no data"');
    expect(html).toContain('class="ok" style="flex:1" title="15 Jan 2026: 100.00 % up"');
  });

  it('shows published incidents with what was told, newest first, and no others', async () => {
    const cards = await component('Cards');
    const { id } = await incident({
      message: 'Looking\ninto <it>',
      statuses: [{ id: cards, status: 'PARTIALOUTAGE' }],
    });
    await incident({ name: 'A secret', shouldPublish: false });
    api.clock.move(MINUTE);
    await post(`incidents/${id}/incident-updates`, { status: 'IDENTIFIED', message: 'A bad deploy' });
    const { html } = await show();
    expect(html).toContain(`id="${id}"`);
    expect(html).toContain('Looking<br>into &lt;it&gt;');
    expect(html).not.toContain('A secret');
    expect(sectionOf(html, 'incidents')).toMatch(
      /Cards are refused Partial outage .* Affects Cards Identified .* A bad deploy Investigating .* Looking/,
    );
  });

  it('shows incidents of the last 14 days that are over, and none that are older', async () => {
    const { id } = await incident();
    await api.post(`/incidents/${id}/resolve`);
    expect(sectionOf((await show()).html, 'past')).toContain('Cards are refused Resolved');
    api.clock.move(13 * DAY);
    expect(sectionOf((await show()).html, 'past')).toContain('Cards are refused');
    api.clock.move(2 * DAY);
    expect(sectionOf((await show()).html, 'past')).not.toContain('Cards are refused');
  });

  it('shows maintenances that are not over, and what was told of them', async () => {
    const cards = await component('Cards');
    const start = new Date(api.clock.now() + DAY).toISOString();
    const end = new Date(api.clock.now() + 2 * DAY).toISOString();
    const planned = await post('maintenances', {
      name: 'A new <database>',
      message: 'Cards are read-only',
      status: 'NOTSTARTEDYET',
      start,
      date: start,
      end,
      duration: 1_440,
      components: [cards],
    });
    const { html } = await show();
    expect(html).toContain(`id="${planned.id}"`);
    expect(sectionOf(html, 'maintenances')).toMatch(
      /A new &lt;database&gt; Planned .* UTC – .* UTC Affects Cards Planned .* Cards are read-only/,
    );
  });

  it('is sent again only when something changed', async () => {
    await incident();
    const { headers } = await show();
    const etag = String(headers.etag);
    const again = await show(subdomain, { 'if-none-match': etag });
    expect([again.status, again.html]).toEqual([304, '']);
    await incident({ name: 'Another one' });
    expect((await show(subdomain, { 'if-none-match': etag })).status).toBe(200);
  });

  it('is not there, in HTML, for an unknown name and for pages that are not for everybody', async () => {
    const missing = await show('nowhere');
    expect(missing.status).toBe(404);
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await api.put(`/v2/${pageId}`, { private: true })).status).toBe(200);
    const hidden = await show();
    expect(hidden.status).toBe(404);
    for (const [method, url] of [
      ['GET', '/public/'],
      ['GET', '/public/a/b/c'],
      ['POST', `/public/${subdomain}`],
      ['DELETE', '/public/confirm/x'],
    ] as const) {
      const { statusCode, headers } = await api.inject({ method, url });
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    }
    const names = await Promise.all(['%00', 'a%ff', 'x'.repeat(300), '..%2f..'].map((name) => show(name)));
    expect(names.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true, true, true]);
  });

  it('stays small and quick with hundreds of components', async () => {
    const components = Array.from({ length: 500 }, (_, n) => `Component ${n}`);
    const made = { name: 'Large', subdomain: `large-${subdomain}`, email: 'o@x.test', components };
    expect((await api.post('/v1/pages', made)).status).toBe(200);
    api.clock.move(30 * DAY);
    const { html } = await show(made.subdomain);
    expect(html.match(/100\.00 % up<\/span>/g)).toHaveLength(500);
    expect(html.length).toBeLessThan(500_000);
  });

  it('loads nothing from elsewhere and runs no script', async () => {
    const changed = await api.put(`/v2/${pageId}`, {
      logoUrl: 'https://elsewhere.test/logo.png',
      htmlInMeta: '<script>alert(1)</script>',
      websiteUrl: 'https://shop.test/"><script>',
    });
    expect(changed.status).toBe(200);
    const { html } = await show();
    expect(html).not.toMatch(/<script|<img|<link|@import|url\(/);
    expect(html).toContain('href="https://shop.test/&quot;&gt;&lt;script&gt;"');
  });
});

describe('its form to subscribe', () => {
  const subscribe = (email: string | null, remoteAddress = '10.0.0.1', page = subdomain) =>
    api.inject({
      method: 'POST',
      url: `/public/${page}/subscribe`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: email === null ? '' : new URLSearchParams({ email }).toString(),
      remoteAddress,
    });
  const subscribers = async () => (await api.get(`/v1/${pageId}/subscribers`)).body;

  it('adds who asks, not confirmed, and answers the same whether the address is known or not', async () => {
    const known = await post('subscribers', { email: 'known@x.test', autoConfirm: true });
    const answers = [
      await subscribe('new@x.test', '10.0.1.1'),
      await subscribe(' New@X.test ', '10.0.1.1'),
      await subscribe('known@x.test', '10.0.1.1'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await subscribers()).toMatchObject([
      { id: known.id, confirmed: true },
      { email: 'new@x.test', confirmed: false, all: true },
    ]);
  });

  it('asks one address at most once in ten minutes, whoever names it', async () => {
    const asked = async (): Promise<number> => {
      const now = api.clock.now();
      const lease = { leaseUntil: now, leaseToken: 'a-token-of-the-test', limit: 100 };
      const entries = await api.store.outbox.claim({ kind: 'subscriber.confirm', now, ...lease });
      for (const entry of entries) await api.store.outbox.finish(entry, now);
      return entries.length;
    };
    await asked();
    await subscribe('once@x.test', '10.0.2.1');
    expect(await asked()).toBe(1);
    api.clock.move(5 * MINUTE);
    await subscribe('once@x.test', '10.0.2.2');
    expect(await asked()).toBe(0);
    api.clock.move(10 * MINUTE);
    await subscribe('once@x.test', '10.0.2.3');
    expect(await asked()).toBe(1);
  });

  it('refuses what is no address, and too many from one place, in HTML', async () => {
    for (const email of ['nobody', '', null, 'a@x.test\nbcc: b@x.test', 'x'.repeat(300)]) {
      const { statusCode, headers } = await subscribe(email, '10.0.3.1');
      expect([statusCode, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    }
    const codes: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      codes.push((await subscribe(`r${tries}@x.test`, '10.0.3.2')).statusCode);
    }
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    const limited = await subscribe('r@x.test', '10.0.3.2');
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, expect.any(String)]);
    expect(limited.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await subscribe('s@x.test', '10.0.3.3')).statusCode).toBe(200);
    expect((await subscribe('s@x.test', '10.0.3.4', 'nowhere')).statusCode).toBe(404);
    api.clock.move(MINUTE);
    expect((await subscribe('t@x.test', '10.0.3.2')).statusCode).toBe(200);
  });

  it('is there for a page of any name', async () => {
    for (const name of ['confirm', 'unsubscribe', 'subscribe']) {
      const made = await api.post('/v1/pages', { name, subdomain: name, email: 'o@x.test' });
      expect(made.status).toBe(200);
      expect((await show(name)).status).toBe(200);
      expect((await subscribe('reader@x.test', `10.0.4.${name.length}`, name)).statusCode).toBe(200);
    }
  });

  it('is there only where e-mail is sent', async () => {
    expect((await show()).html).toContain('name="email"');
    works = false;
    expect((await show()).html).not.toContain('name="email"');
    const answer = await subscribe('nobody-writes@x.test', '10.0.5.1');
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(await subscribers()).toEqual([]);
  });

  it('is answered in HTML when a link is not known', async () => {
    for (const [method, door] of [
      ['GET', 'confirm'],
      ['POST', 'confirm'],
      ['GET', 'unsubscribe'],
      ['POST', 'unsubscribe'],
    ] as const) {
      const { statusCode, headers } = await api.inject({ method, url: `/public/${door}/${'x'.repeat(27)}` });
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    }
  });
});
