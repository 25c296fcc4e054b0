import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { prune } from '../../../src/services/sweep/prune.ts';
import { closedPort } from '../../support/fake-http.ts';
import { until } from '../../support/until.ts';
import { aWebhookStory } from '../../support/webhook-subscriptions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('an event of the page', () => {
  test('is sent to every subscription that wants it, signed, in the form of the specification', async () => {
    const story = await aWebhookStory();
    const all = await story.subscribe('/all');
    await story.subscribe('/some', { types: ['incident.resolved'] });
    await story.subscribe('/off', { types: ['monitor.down'] });
    const incidentId = await story.happen();
    await story.product.ok('POST', `/incidents/${incidentId}/resolve`);
    await story.settle();
    const types = (path: string) => story.taken(path).map(({ body }) => JSON.parse(body).type as string);
    expect(types('/all')).toContain('incident.opened');
    expect(types('/all')).toContain('incident.resolved');
    expect(types('/some')).toEqual(['incident.resolved']);
    expect(types('/off')).toEqual([]);

    const opened = story.taken('/all').find(({ body }) => JSON.parse(body).type === 'incident.opened');
    const headers = opened?.headers as Record<string, string>;
    const body = new Webhook(all.secret).verify(opened?.body ?? '', headers) as Record<string, unknown>;
    expect(body).toEqual({
      type: 'incident.opened',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id: headers['webhook-id'],
        pageId: story.pageId,
        incidentId,
        monitorId: null,
        scheduleId: null,
        actor: expect.any(String),
        text: expect.any(String),
        data: expect.any(Object),
      },
    });
    const deliveries = await story.deliveries(all, '?state=DELIVERED');
    expect(deliveries.find(({ type }) => type === 'incident.opened')).toEqual({
      id: expect.any(String),
      webhookSubscriptionId: all.id,
      eventId: headers['webhook-id'],
      type: 'incident.opened',
      state: 'DELIVERED',
      attempts: 1,
      nextAttemptAt: null,
      firstFailedAt: null,
      responseStatus: 202,
      detail: 'x'.repeat(1_024),
      durationMs: expect.any(Number),
      replayOf: null,
      createdAt: expect.any(String),
      deliveredAt: expect.any(String),
    });
  });

  test('is sent in the order of events', async () => {
    const story = await aWebhookStory();
    await story.subscribe('/all', { types: ['incident.opened'] });
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const opening = { name: `Incident ${n}`, status: 'INVESTIGATING' };
      ids.push((await story.product.ok('POST', `/v1/${story.pageId}/incidents`, opening)).id as string);
    }
    await story.settle();
    const taken = story.taken('/all').map(({ body }) => JSON.parse(body).data.incidentId as string);
    expect(taken).toEqual(ids);
  });
});

describe('a receiver', () => {
  test('that fails is asked again under the same id, with pauses, and later events do not wait for that one', async () => {
    const story = await aWebhookStory();
    const subscription = await story.subscribe('/hook', { types: ['incident.opened'] });
    story.receiver.behave({ kind: 'broken', status: 400 }, 2, ({ body }) => body.includes('bad'));
    await story.product.ok('POST', `/v1/${story.pageId}/incidents`, { name: 'bad', status: 'INVESTIGATING' });
    await story.product.ok('POST', `/v1/${story.pageId}/incidents`, {
      name: 'fine',
      status: 'INVESTIGATING',
    });
    await story.settle();
    await until('the other one has come', async () => {
      await story.settle();
      return story.taken('/hook').length === 1;
    });
    const [pending] = await story.deliveries(subscription, '?state=PENDING');
    expect(pending).toMatchObject({ attempts: 1, responseStatus: 400, detail: 'broken' });
    for (let look = 0; look < 3 && story.taken('/hook').length < 2; look += 1) await story.later(MINUTE);
    expect(story.taken('/hook')).toHaveLength(2);
    const bad = story.asked('/hook').filter(({ body }) => body.includes('bad'));
    expect(new Set(bad.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(bad).toHaveLength(3);
  });

  test('that never works is given up after eight tries; what failed can be sent again, once', async () => {
    const story = await aWebhookStory();
    const subscription = await story.subscribe('/hook', { types: ['incident.opened'] });
    const since = new Date(story.clock.now()).toISOString();
    story.receiver.behave({ kind: 'broken' });
    await story.happen('One');
    for (let look = 0; look < 9; look += 1) await story.later(2 * HOUR);
    expect(story.asked('/hook')).toHaveLength(8);
    const [failed] = await story.deliveries(subscription);
    expect(failed).toMatchObject({ state: 'FAILED', attempts: 8, responseStatus: 500, nextAttemptAt: null });

    story.receiver.heal();
    const path = `/webhook-subscriptions/${subscription.id}`;
    const late = new Date(story.clock.now()).toISOString();
    expect((await story.product.ok('POST', `${path}/replay`, { since: late })).replayed).toBe(0);
    expect((await story.product.ok('POST', `${path}/replay`, { since })).replayed).toBe(1);
    expect((await story.product.ok('POST', `${path}/replay`, { since })).replayed).toBe(0);
    await story.settle();
    const [taken] = story.taken('/hook');
    expect(taken?.headers['webhook-id']).toBe(failed.eventId);
    const [replay] = await story.deliveries(subscription);
    expect(replay).toMatchObject({ replayOf: failed.id, state: 'DELIVERED', eventId: failed.eventId });
    expect((await story.product.ok('POST', `${path}/replay`, { since })).replayed).toBe(0);

    const { delivery, message } = await story.product.ok('POST', `${path}/deliveries/${replay.id}/replay`);
    expect(message).toBe('Delivery replayed successfully.');
    expect(delivery).toMatchObject({ replayOf: replay.id, state: 'PENDING', attempts: 0 });
    await story.settle();
    expect(story.taken('/hook')).toHaveLength(2);
    expect((await story.product.ok('GET', `${path}/deliveries/${delivery.id}`)).delivery.state).toBe(
      'DELIVERED',
    );
  });

  test('that says when to come again is not asked before', async () => {
    const story = await aWebhookStory();
    await story.subscribe('/hook', { types: ['incident.opened'] });
    story.receiver.behave({ kind: 'tooMany', retryAfter: '7200' }, 1);
    await story.happen();
    await story.later(HOUR);
    expect(story.asked('/hook')).toHaveLength(1);
    await story.later(2 * HOUR);
    expect(story.taken('/hook')).toHaveLength(1);
  });

  test('that is gone turns its subscription off, and that is an event of the page', async () => {
    const story = await aWebhookStory();
    const gone = await story.subscribe('/gone');
    await story.subscribe('/watch', { types: ['webhook.disabled'] });
    story.receiver.behave({ kind: 'refuse', with: 410 }, 100, ({ path }) => path === '/gone');
    await story.happen();
    await story.settle();
    const { webhookSubscription } = await story.product.ok('GET', `/webhook-subscriptions/${gone.id}`);
    expect(webhookSubscription.active).toBe(false);
    expect((await story.deliveries(gone)).every(({ state }) => state === 'FAILED')).toBe(true);
    expect(story.asked('/gone')).toHaveLength(1);
    const [told] = story.taken('/watch').map(({ body }) => JSON.parse(body));
    expect(told).toMatchObject({
      type: 'webhook.disabled',
      data: { data: { webhookSubscriptionId: gone.id } },
    });
    expect(told.data.text).not.toContain('/gone');
    await story.happen('Another');
    expect(story.asked('/gone')).toHaveLength(1);
  });

  test('to whom nothing got through for five days is sent nothing more', async () => {
    const story = await aWebhookStory();
    const subscription = await story.subscribe('/hook', { types: ['incident.opened'] });
    const read = async () =>
      (await story.product.ok('GET', `/webhook-subscriptions/${subscription.id}`)).webhookSubscription;
    story.receiver.behave({ kind: 'broken' });
    await story.happen('First');
    expect(await read()).toMatchObject({ active: true, failingAt: expect.any(String) });
    await story.later(4 * DAY);
    await story.happen('Second');
    expect((await read()).active).toBe(true);
    await story.later(DAY);
    await story.happen('Third');
    expect((await read()).active).toBe(false);
  });

  test('that hangs keeps no other one waiting', async () => {
    const story = await aWebhookStory();
    for (let n = 0; n < 20; n += 1) await story.subscribe(`/hangs-${n}`, { types: ['incident.opened'] });
    story.receiver.behave({ kind: 'hang' }, 10_000, ({ path }) => path.startsWith('/hangs'));
    const open = (name: string) =>
      story.product.ok('POST', `/v1/${story.pageId}/incidents`, { name, status: 'INVESTIGATING' });
    await open('First');
    await story.product.tocsin.work.tickNow();
    await until('all hang', () => story.receiver.requests.length >= 20);
    await story.subscribe('/good', { types: ['incident.opened'] });
    const startedAt = performance.now();
    for (let n = 0; n < 5; n += 1) await open('More');
    await until('the good one has them', async () => {
      await story.product.tocsin.work.tickNow();
      return story.taken('/good').length === 5;
    });
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  test('that does not listen, or may not be talked to, is told of in the delivery', async () => {
    const story = await aWebhookStory({ ALLOW_PRIVATE_TARGETS: 'false' });
    const nobody = await story.subscribe('/hook', { types: ['incident.opened'] });
    await story.happen();
    expect(await story.deliveries(nobody)).toMatchObject([
      { state: 'FAILED', responseStatus: null, detail: expect.stringContaining('is refused') },
    ]);
    const listening = await aWebhookStory();
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const closed = await listening.subscribe('/', { url, types: ['incident.opened'] });
    await listening.happen();
    expect(await listening.deliveries(closed)).toMatchObject([
      { state: 'PENDING', responseStatus: null, detail: 'The receiver refused the connection.' },
    ]);
  });

  test('that points elsewhere is not followed', async () => {
    const story = await aWebhookStory();
    const subscription = await story.subscribe('/hook', { types: ['incident.opened'] });
    story.receiver.behave({ kind: 'refuse', with: 302 });
    await story.happen();
    expect(story.asked('/elsewhere')).toEqual([]);
    expect(await story.deliveries(subscription)).toMatchObject([{ state: 'PENDING', responseStatus: 302 }]);
  });

  test('gets a test by itself alone, which no stream and no other subscription sees', async () => {
    const story = await aWebhookStory();
    const one = await story.subscribe('/one');
    await story.subscribe('/two');
    const { delivery } = await story.product.ok('POST', `/webhook-subscriptions/${one.id}/test`);
    expect(delivery).toMatchObject({ type: 'webhook.test', state: 'PENDING' });
    await story.settle();
    expect(story.taken('/one').map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test']);
    expect(story.taken('/two')).toEqual([]);
  });

  test('is signed for by the new secret once that is rotated', async () => {
    const story = await aWebhookStory();
    const one = await story.subscribe('/one');
    const { secret } = await story.product.ok('POST', `/webhook-subscriptions/${one.id}/rotate-secret`);
    await story.product.ok('POST', `/webhook-subscriptions/${one.id}/test`);
    await story.settle();
    const [taken] = story.taken('/one');
    const headers = taken?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(taken?.body ?? '', headers)).not.toThrow();
    expect(() => new Webhook(one.secret).verify(taken?.body ?? '', headers)).toThrow(/signature/i);
  });
});

test('deliveries that are over are forgotten after 30 days, those that wait are not', async () => {
  const story = await aWebhookStory();
  const arrived = await story.subscribe('/arrived', { types: ['incident.opened'] });
  await story.happen();
  story.clock.move(31 * DAY);
  story.receiver.behave({ kind: 'broken' });
  await story.happen('Another');
  await prune(contextOf(story.product.tocsin.services, SYSTEM));
  expect(await story.deliveries(arrived)).toMatchObject([{ state: 'PENDING' }]);
});
