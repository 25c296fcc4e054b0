import { expect, onTestFinished, test } from 'vitest';
import type { Services } from '../../../src/services/context.ts';
import type { OutboundToSubscriber } from '../../../src/services/ports/subscriber-sender.ts';
import { anAlertStory, type AlertStory } from '../../support/alerts.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { startProduct } from '../../support/product.ts';
import { rowsOf, subscribersOf } from '../../support/subscribers.ts';
import { until } from '../../support/until.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const announce = (story: AlertStory) =>
  story.product.ok('POST', `/v1/${story.pageId}/incidents`, {
    name: 'Cards are refused',
    status: 'INVESTIGATING',
    notify: true,
  });

const messagesOf = (story: AlertStory) =>
  rowsOf(story, 'select * from subscriber_message order by subscriber_id');

/** Services whose messages to subscribers go through `send`. */
const sendingBy =
  (
    send: (message: OutboundToSubscriber, services: Services) => ReturnType<Services['subscribers']['send']>,
  ) =>
  (services: Services): Services => ({
    ...services,
    subscribers: { ...services.subscribers, send: (message) => send(message, services) },
  });

const NEVER = new Promise<never>(() => undefined);

test('whoever goes on after a process that died tells those who were not told, and nobody else', async () => {
  let sent = 0;
  const story = await anAlertStory(
    sendingBy(async (message, services) => {
      sent += 1;
      return sent > 3 ? NEVER : services.subscribers.send(message);
    }),
  );
  const { add } = subscribersOf(story);
  for (let n = 0; n < 12; n += 1) await add({ webhook: `${story.receiver.url}/${n}` });
  await announce(story);
  await until('the first ones are recorded, and the process hangs', async () => {
    const told = await messagesOf(story);
    return told.length === 12 && told.filter(({ sent_at }) => sent_at !== null).length === 3 && sent > 3;
  });
  const { tocsin } = await story.another();
  story.clock.move(5 * MINUTE);
  await until('all are told', async () => {
    await tocsin.work.sweepNow();
    await tocsin.work.idle();
    return story.receiver.received.length >= 12;
  });
  const paths = story.receiver.received.map(({ path }) => path);
  expect(new Set(paths).size).toBe(12);
  expect(paths).toHaveLength(12);
});

test('what arrived and was never recorded comes under the same id again, and an SMS not at all', async () => {
  const seen = new Set<string>();
  const story = await anAlertStory(
    sendingBy(async (message, services) => {
      const result = await services.subscribers.send(message);
      const isFirst = !seen.has(message.key);
      seen.add(message.key);
      return isFirst ? NEVER : result;
    }),
  );
  const { add } = subscribersOf(story);
  await add({ webhook: `${story.receiver.url}/hook` });
  await add({ phone: '+4930123456', autoConfirm: true });
  await announce(story);
  await until('both have arrived', () => story.receiver.received.length + story.twilio.messages.length === 2);
  story.clock.move(5 * MINUTE);
  await until('both are recorded', async () => {
    await story.product.tocsin.work.sweepNow();
    return (await messagesOf(story)).every(({ sent_at }) => sent_at !== null);
  });
  const ids = story.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(story.twilio.messages).toHaveLength(1);
});

test('a mail server that is away for an hour loses nobody and is nobody’s fault', async () => {
  const story = await anAlertStory();
  const { add, list } = subscribersOf(story);
  for (let n = 0; n < 3; n += 1) await add({ email: `r${n}@example.com`, autoConfirm: true });
  story.smtp.behave({ kind: 'broken' });
  await announce(story);
  for (let look = 0; look < 12; look += 1) await story.later(5 * MINUTE);
  expect(story.smtp.attempts()).toBeGreaterThan(3 * 8);
  expect(story.smtp.received).toEqual([]);
  story.smtp.behave({ kind: 'ok' });
  await until('all are told', async () => {
    await story.later(5 * MINUTE);
    return (await messagesOf(story)).every(({ sent_at }) => sent_at !== null);
  });
  expect(story.smtp.received.flatMap(({ to }) => to).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'r0@example.com',
    'r1@example.com',
    'r2@example.com',
  ]);
  const { id } = (await list())[0];
  expect(await rowsOf(story, `select failed_attempts from subscriber where id = '${id}'`)).toEqual([
    { failed_attempts: 0 },
  ]);
});

test('a receiver that fails is tried eight times, written to in its place, counted, and forgiven', async () => {
  const story = await anAlertStory();
  const { add } = subscribersOf(story);
  const hook = { webhook: `${story.receiver.url}/bad`, webhookEmail: 'owner@example.com' };
  await add(hook);
  await add({ webhook: `${story.receiver.url}/good` });
  story.receiver.behave({ kind: 'broken' }, 8, ({ path }) => path === '/bad');
  await announce(story);
  for (let look = 0; look < 12; look += 1) await story.later(6 * MINUTE);
  expect(story.asked('/bad')).toHaveLength(8);
  expect(story.asked('/good')).toHaveLength(1);
  expect(await messagesOf(story)).toMatchObject([
    {
      sent_at: null,
      failed_at: expect.any(Date),
      last_error:
        'The webhook answered with HTTP status 500. It was tried 8 times. An e-mail went in its place.',
    },
    { sent_at: expect.any(Date), last_error: null },
  ]);
  expect(story.smtp.received.map(({ to }) => to)).toEqual([['owner@example.com']]);
  expect(story.smtp.received[0]?.raw).toContain('the webhook could not be reached');
  expect(await add(hook)).toMatchObject({ failedAttempts: 1 });
  await announce(story);
  await until('it is told', async () => {
    await story.later(SECOND);
    return story.taken('/bad').length === 1;
  });
  await until('it is forgiven', async () => (await add(hook)).failedAttempts === 0);
});

test('one that refuses for good, or may not be called, is tried once and says why', async () => {
  const story = await anAlertStory();
  const { add } = subscribersOf(story);
  await add({ webhook: `${story.receiver.url}/gone` });
  await add({ webhook: 'http://169.254.169.254/latest' });
  story.receiver.behave({ kind: 'refuse', with: 410 });
  await announce(story);
  await until('both are given up', async () => {
    await story.later(MINUTE);
    return (await messagesOf(story)).filter(({ failed_at }) => failed_at !== null).length === 2;
  });
  expect((await messagesOf(story)).map(({ last_error }) => last_error as string)).toEqual([
    'The webhook answered with HTTP status 410.',
    expect.stringContaining('169.254.169.254 is refused'),
  ]);
});

test('where a channel has no settings its subscribers are passed over, and it is no fault of theirs', async () => {
  const clock = movableClock();
  const product = await startProduct({}, { clock, timers: false });
  onTestFinished(() => product.close());
  const { id: pageId } = await product.ok('POST', '/v1/pages', {
    name: 'Shop',
    subdomain: 'shop',
    email: 'owner@example.com',
  });
  const add = (body: object) => product.ok('POST', `/v1/${pageId}/subscribers`, body);
  await add({ email: 'reader@example.com', autoConfirm: true });
  await add({ phone: '+4930123456' });
  const incident = { name: 'Slow', status: 'INVESTIGATING', notify: true };
  await product.ok('POST', `/v1/${pageId}/incidents`, incident);
  const story = { product } as unknown as AlertStory;
  await until('it is recorded', async () => {
    clock.move(SECOND);
    await product.tocsin.work.sweepNow();
    await product.tocsin.work.idle();
    return (await messagesOf(story))[0]?.failed_at;
  });
  expect(await messagesOf(story)).toMatchObject([{ last_error: 'This channel has no settings here.' }]);
  const open = `select kind from outbox where done_at is null and kind <> 'chat.sync'`;
  expect(await rowsOf(story, open)).toEqual([]);
  expect(await add({ email: 'reader@example.com' })).toMatchObject({ failedAttempts: 0 });
});

test('more than a thousand hear of it once each, from two processes at once', async () => {
  const many = 1_200;
  const told: string[] = [];
  const story = await anAlertStory(
    sendingBy(async ({ to }) => {
      told.push(to.address);
      return { kind: 'sent', externalId: null };
    }),
  );
  await rowsOf(
    story,
    `insert into subscriber (id, page_id, webhook, confirmed, confirm_token, unsubscribe_token, created_at, updated_at)
     select 'sub_' || n, '${story.pageId}', '${story.receiver.url}/' || n, true, 'c' || n, 'u' || n, now(), now()
     from generate_series(1, ${many}) n`,
  );
  const { tocsin } = await story.another();
  await announce(story);
  await until(
    'all are told',
    async () => {
      story.clock.move(SECOND);
      await Promise.all([tocsin.work.sweepNow(), story.product.tocsin.work.sweepNow()]);
      return told.length + story.receiver.received.length >= many;
    },
    60_000,
  );
  await Promise.all([tocsin.work.idle(), story.idle()]);
  const all = [...told, ...story.receiver.received.map(({ path }) => `${story.receiver.url}${path}`)];
  expect(all).toHaveLength(many);
  expect(new Set(all).size).toBe(many);
  expect(
    await rowsOf(story, 'select count(*)::int as n from subscriber_message where sent_at is not null'),
  ).toEqual([{ n: many }]);
}, 90_000);

test('webhooks that hang keep no e-mail of another page waiting', async () => {
  const story = await anAlertStory();
  story.receiver.behave({ kind: 'hang' }, 1_000);
  const { add } = subscribersOf(story);
  for (let n = 0; n < 45; n += 1) await add({ webhook: `${story.receiver.url}/${n}` });
  const { id: otherId } = await story.product.ok('POST', '/v1/pages', {
    name: 'Bank',
    subdomain: 'bank',
    email: 'owner@bank.example',
  });
  await add({ email: 'reader@shop.example', autoConfirm: true });
  await story.product.ok('POST', `/v1/${otherId}/subscribers`, {
    email: 'reader@bank.example',
    autoConfirm: true,
  });
  await announce(story);
  await until('webhooks hang', () => story.receiver.requests.length >= 10);
  const startedAt = performance.now();
  await announce({ ...story, pageId: otherId });
  await until('the readers are told', () => story.smtp.received.length === 2);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});

test('a thousand SMS that wait for their second ask seldom whether it has come', async () => {
  let asked = 0;
  const story = await anAlertStory((services) => ({
    ...services,
    budget: {
      ...services.budget,
      reserve: (...slots) => {
        asked += 1;
        return services.budget.reserve(...slots);
      },
    },
  }));
  await rowsOf(
    story,
    `insert into subscriber (id, page_id, phone, confirmed, confirm_token, unsubscribe_token, created_at, updated_at)
     select 's' || n, '${story.pageId}', '+49301' || (100000 + n), true, 'c' || n, 'u' || n, now(), now()
     from generate_series(1, 1000) n`,
  );
  await announce(story);
  await until('the first are sent', () => story.twilio.messages.length >= 5);
  const before = asked;
  await until('more are sent', () => story.twilio.messages.length >= 8);
  expect(asked - before).toBeLessThan(400);
});
