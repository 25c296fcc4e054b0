import { describe, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { anAlertStory, WEBHOOK_SECRET, type AlertStory } from '../../support/alerts.ts';
import type { Json } from '../../support/product.ts';
import { rowsOf, subscribersOf, textOf, tokenIn } from '../../support/subscribers.ts';
import { until } from '../../support/until.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

async function openIncident(story: AlertStory, more: Json = {}): Promise<Json> {
  const incident = await story.product.ok('POST', `/v1/${story.pageId}/incidents`, {
    name: 'Cards are refused',
    status: 'INVESTIGATING',
    message: 'We are <looking> into it',
    ...more,
  });
  await settle(story);
  return incident;
}

/** Until nothing more of what was promised is due now. */
async function settle(story: AlertStory): Promise<void> {
  await until('all that is due was sent', async () => {
    await story.later(SECOND);
    const [due] = await rowsOf(
      story,
      `select count(*)::int as n from outbox where done_at is null and kind <> 'chat.sync' and last_error is null`,
    );
    return due?.n === 0;
  });
}

const mailsTo = (story: AlertStory, address: string) =>
  story.smtp.received.filter(({ to }) => to.includes(address));

describe('an incident that is opened with notify', () => {
  test('is told to each confirmed subscriber once, by their own channel', async () => {
    const story = await anAlertStory();
    const { add, component } = subscribersOf(story);
    const checkout = await component('Checkout');
    await add({ email: 'reader@example.com', autoConfirm: true });
    await add({ phone: '+4930123456', autoConfirm: true });
    const { unsubscribeToken } = await add({ webhook: `${story.receiver.url}/hook` });
    await add({ email: 'never@example.com' });
    await settle(story);
    story.smtp.received.length = 0;
    const incident = await openIncident(story, { notify: true, components: [checkout] });

    const [mail, ...others] = story.smtp.received;
    expect(others).toEqual([]);
    expect(mail?.to).toEqual(['reader@example.com']);
    const { head, body } = textOf(mail?.raw ?? '');
    expect(head).toContain('Subject: [Shop] Investigating: Cards are refused');
    expect(head).toMatch(/List-Unsubscribe: <http:\/\/[^>]+\/public\/unsubscribe\/[\w-]{27}>/);
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(body).toContain('Status: Investigating\nAffects: Checkout\n\nWe are <looking> into it');
    expect(body).toContain(`/public/shop#${incident.id}`);
    expect(body).toContain('We are &lt;looking&gt; into it');

    expect(story.twilio.messages.map(({ to, body: text }) => ({ to, text }))).toEqual([
      {
        to: '+4930123456',
        text: expect.stringMatching(
          /^Shop: Investigating: Cards are refused\. Status: .* Stop: http:\/\/\S+\/public\/unsubscribe\/[\w-]{27}$/,
        ),
      },
    ]);

    const [hook] = story.receiver.requests;
    new Webhook(WEBHOOK_SECRET).verify(hook?.body ?? '', hook?.headers as Record<string, string>);
    expect(JSON.parse(hook?.body ?? '')).toEqual({
      type: 'incident.announced',
      timestamp: expect.any(String),
      data: {
        id: hook?.headers['webhook-id'],
        announcementId: expect.any(String),
        page: { id: story.pageId, name: 'Shop', url: `${story.product.url}/public/shop` },
        title: 'Investigating: Cards are refused',
        text: 'Status: Investigating\nAffects: Checkout\n\nWe are <looking> into it',
        url: `${story.product.url}/public/shop#${incident.id}`,
        unsubscribeUrl: `${story.product.url}/public/unsubscribe/${unsubscribeToken}`,
      },
    });
  });

  test('is told to those who chose one of its components, their group or what is in one, and to nobody who chose others', async () => {
    const story = await anAlertStory();
    const { add, component } = subscribersOf(story);
    const shop = await component('Payments');
    const checkout = await component('Checkout', { groupId: shop });
    const search = await component('Search');
    await add({ email: 'checkout@example.com', autoConfirm: true, components: [checkout] });
    await add({ email: 'group@example.com', autoConfirm: true, components: [shop] });
    await add({ email: 'search@example.com', autoConfirm: true, components: [search] });
    await openIncident(story, { notify: true, components: [checkout] });
    expect(story.smtp.received.flatMap(({ to }) => to).toSorted()).toEqual([
      'checkout@example.com',
      'group@example.com',
    ]);
    story.smtp.received.length = 0;
    await openIncident(story, { notify: true, name: 'All of it', components: [shop] });
    expect(story.smtp.received.flatMap(({ to }) => to).toSorted()).toEqual([
      'checkout@example.com',
      'group@example.com',
    ]);
    story.smtp.received.length = 0;
    await openIncident(story, { notify: true, name: 'Something else' });
    expect(story.smtp.received).toHaveLength(3);
  });

  test('is told to nobody without it, published or not', async () => {
    const story = await anAlertStory();
    const { add } = subscribersOf(story);
    await add({ email: 'reader@example.com', autoConfirm: true });
    await openIncident(story);
    await openIncident(story, { shouldPublish: false });
    expect(story.smtp.received).toEqual([]);
  });

  test('stands nowhere on the page where it is not published, and says so by no link to it', async () => {
    const story = await anAlertStory();
    const { add } = subscribersOf(story);
    await add({ email: 'reader@example.com', autoConfirm: true });
    await openIncident(story, { notify: true, shouldPublish: false });
    expect(textOf(story.smtp.received[0]?.raw ?? '').body).toMatch(/More: \S+\/public\/shop\n/);
  });
});

describe('what is told of an open incident', () => {
  test('is an update with notify, at once or by a correction, and a change with notify, each once', async () => {
    const story = await anAlertStory();
    const { add } = subscribersOf(story);
    await add({ email: 'reader@example.com', autoConfirm: true });
    const { id } = await openIncident(story);
    const path = `/v1/${story.pageId}/incidents/${id}`;
    const quiet = await story.product.ok('POST', `${path}/incident-updates`, {
      status: 'IDENTIFIED',
      message: 'A bad deploy',
    });
    await settle(story);
    expect(story.smtp.received).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      await story.product.ok('PUT', `${path}/incident-updates/${quiet.id}`, { notify: true });
    }
    await story.product.ok('POST', `${path}/incident-updates`, {
      status: 'MONITORING',
      message: 'Rolled back',
      notify: true,
    });
    for (let times = 0; times < 2; times += 1) {
      await story.product.ok('PUT', path, { status: 'RESOLVED', notify: true });
    }
    await settle(story);
    expect(subjectsOf(story)).toEqual([
      '[Shop] Identified: Cards are refused',
      '[Shop] Monitoring: Cards are refused',
      '[Shop] Resolved: Cards are refused',
    ]);
  });

  test('is what a monitor finds, where its flags say so', async () => {
    const story = await anAlertStory();
    const { add } = subscribersOf(story);
    await add({ email: 'reader@example.com', autoConfirm: true });
    const loud = await story.monitor('Shop API', [], {
      onFail: { createIncident: true, publishIncident: false, notifySubscribers: true },
      onRecover: { resolveIncident: true, publishIncident: true, notifySubscribers: true },
    });
    const quiet = await story.monitor('Database', [], { onFail: { createIncident: true } });
    for (const monitor of [loud, quiet]) {
      await monitor.finds('UP');
      await monitor.finds('DOWN');
    }
    await settle(story);
    expect(await publishedNames(story)).toEqual([]);
    for (const monitor of [loud, quiet]) await monitor.finds('UP');
    await settle(story);
    expect(subjectsOf(story)).toEqual([
      '[Shop] Investigating: Shop API is down',
      '[Shop] Resolved: Shop API is down',
    ]);
    expect(await publishedNames(story)).toEqual(['Shop API is down']);
  });
});

test('a maintenance is told, with a link to the page', async () => {
  const story = await anAlertStory();
  const { add, component } = subscribersOf(story);
  const cards = await component('Cards');
  await add({ email: 'reader@example.com', autoConfirm: true, components: [cards] });
  const { id } = await story.product.ok('POST', `/v1/${story.pageId}/maintenances`, {
    name: 'A new database',
    message: 'Cards are read-only',
    status: 'NOTSTARTEDYET',
    start: new Date(story.clock.now() + HOUR).toISOString(),
    end: null,
    components: [cards],
  });
  await story.product.ok('POST', `/v1/${story.pageId}/maintenances/${id}/maintenance-updates`, {
    status: 'NOTSTARTEDYET',
    message: 'It comes an hour later',
    notify: true,
  });
  await settle(story);
  const [mail, ...others] = story.smtp.received;
  expect(others).toEqual([]);
  const { head, body } = textOf(mail?.raw ?? '');
  expect(head).toContain('A new database');
  expect(body).toContain('It comes an hour later');
  expect(body).toMatch(/More: \S+\/public\/shop\n/);
});

const subjectsOf = (story: AlertStory) =>
  story.smtp.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '').toSorted();

async function publishedNames(story: AlertStory): Promise<string[]> {
  return (await story.incidents())
    .filter(({ published }: Json) => published as boolean)
    .map(({ name }: Json) => name as string);
}

describe('a subscriber', () => {
  test('is asked before it is told, and told from then on', async () => {
    const story = await anAlertStory();
    const { add } = subscribersOf(story);
    await add({ email: 'reader@example.com' });
    await add({ phone: '+4930123456' });
    await settle(story);
    const [mail] = mailsTo(story, 'reader@example.com');
    expect(mail?.raw).toContain('Subject: Confirm your subscription to Shop');
    expect(story.twilio.messages.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^Confirm .* Shop: http:\/\/\S+\/public\/confirm\/[\w-]{27}$/),
    ]);
    await openIncident(story, { notify: true });
    expect(story.smtp.received).toHaveLength(1);
    const link = tokenIn(textOf(mail?.raw ?? '').body, 'confirm');
    // Mail scanners follow every link.
    for (let scans = 0; scans < 3; scans += 1) expect((await fetch(link)).status).toBe(200);
    await openIncident(story, { notify: true, name: 'Still slow' });
    expect(story.smtp.received).toHaveLength(1);
    const pressed = await fetch(link, { method: 'POST' });
    expect([pressed.status, pressed.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await openIncident(story, { notify: true, name: 'Slower' });
    expect(subjectsOf(story)).toContain('[Shop] Investigating: Slower');
    expect(story.smtp.received).toHaveLength(2);
  });

  test('unsubscribes by the button or by the one POST of a mail program, never by a look', async () => {
    const story = await anAlertStory();
    const { add, list } = subscribersOf(story);
    await add({ email: 'reader@example.com', autoConfirm: true });
    await openIncident(story, { notify: true });
    const link = tokenIn(textOf(story.smtp.received[0]?.raw ?? '').body, 'unsubscribe');
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    expect(await list()).toHaveLength(1);
    const oneClick = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.status).toBe(200);
    expect(await list()).toEqual([]);
    const again = await fetch(link, { method: 'POST', body: new FormData() });
    expect([again.status, again.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    await openIncident(story, { notify: true });
    expect(story.smtp.received).toHaveLength(1);
  });

  test('that is deleted while its message waits is not told, and the others are', async () => {
    const story = await anAlertStory();
    const { add, remove } = subscribersOf(story);
    const hook = (path: string) => add({ webhook: `${story.receiver.url}${path}` });
    const gone = await hook('/gone');
    await hook('/there');
    story.receiver.behave({ kind: 'broken' }, 2);
    await openIncident(story, { notify: true });
    await until('both were tried', () => story.receiver.requests.length >= 2);
    await remove(gone.id as string);
    await story.later(MINUTE);
    await until('the other one was told', () => story.taken('/there').length === 1);
    expect(story.taken('/gone')).toEqual([]);
  });
});
