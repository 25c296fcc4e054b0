import { expect, test } from 'vitest';
import { contextOf, SYSTEM, type Services } from '../../../src/services/context.ts';
import { deliverWebhooks } from '../../../src/services/webhook-subscription/deliver.ts';
import { until } from '../../support/until.ts';
import { aWebhookStory } from '../../support/webhook-subscriptions.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test('two processes deliver everything once between them', async () => {
  const story = await aWebhookStory();
  await story.subscribe('/hook', { types: ['incident.opened'] });
  const second = await story.another();
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      (n % 2 === 0 ? story.product : second).ok('POST', `/v1/${story.pageId}/incidents`, {
        name: `Incident ${n}`,
        status: 'INVESTIGATING',
      }),
    ),
  );
  await until('all have come', async () => {
    await Promise.all([story.product, second].map(({ tocsin }) => tocsin.work.tickNow()));
    return story.taken('/hook').length >= 30;
  });
  await Promise.all([story.product, second].map(({ tocsin }) => tocsin.work.idle()));
  const ids = story.asked('/hook').map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
});

test('a subscription that goes while it is sent to leaves nothing behind that waits', async () => {
  const story = await aWebhookStory();
  const types = ['incident.opened'];
  const off = await story.subscribe('/off', { types });
  const gone = await story.subscribe('/gone', { types });
  const stays = await story.subscribe('/stays', { types });
  const incidents = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      story.product.ok('POST', `/v1/${story.pageId}/incidents`, { name: `${n}`, status: 'INVESTIGATING' }),
    ),
  );
  const sending = story.settle();
  await Promise.all([
    story.product.ok('PUT', `/webhook-subscriptions/${off.id}`, { active: false }),
    story.product.ok('DELETE', `/webhook-subscriptions/${gone.id}`),
    story.product.ok('DELETE', `/v1/${story.pageId}/incidents/${incidents[0].id}`),
  ]);
  await sending;
  await story.settle();
  const states = new Set((await story.deliveries(off)).map(({ state }) => state as string));
  expect(states.has('PENDING')).toBe(false);
  expect((await story.deliveries(stays)).filter(({ state }) => state === 'DELIVERED')).toHaveLength(19);
  await story.later(2 * HOUR);
  expect(story.taken('/gone').length).toBeLessThanOrEqual(20);
});

test('a delivery that a dead process had in its hands is made by another one when the lease is over', async () => {
  const story = await aWebhookStory();
  const subscription = await story.subscribe('/hook', { types: ['incident.opened'] });
  await story.product.tocsin.work.idle();
  const now = story.clock.now();
  const { read } = story.product.tocsin.services.uow;
  story.receiver.behave({ kind: 'broken' }, 1);
  await story.happen();
  const claim = { failing: true, limit: 1, perSubscription: 1, leaseToken: 'the-dead-one' };
  const later = contextOf(story.product.tocsin.services, SYSTEM).now + MINUTE;
  const [held] = await read.webhookDeliveries.claim({
    ...claim,
    now: later as typeof now,
    leaseUntil: (later + 90 * SECOND) as typeof now,
  });
  await story.later(MINUTE);
  expect(story.taken('/hook')).toHaveLength(0);
  await story.later(5 * MINUTE);
  expect(story.taken('/hook')).toHaveLength(1);
  const tried = { responseStatus: 500, detail: 'too late', durationMs: 1, at: story.clock.now() };
  if (held === undefined) throw new Error('nothing was held');
  expect(await read.webhookDeliveries.recordFailed(held, tried, null)).toBeNull();
  expect(await story.deliveries(subscription)).toMatchObject([{ state: 'DELIVERED', attempts: 3 }]);
});

test('an event that cannot be sent at all is given up in the end, and holds up none behind it', async () => {
  const story = await aWebhookStory();
  const subscription = await story.subscribe('/hook', { types: ['incident.opened'] });
  story.receiver.behave({ kind: 'broken' }, 1);
  await story.happen('Poison');
  const { services } = story.product.tocsin;
  const [poison] = await story.deliveries(subscription);
  const breaking: Services = {
    ...services,
    webhooks: {
      send: (message) =>
        message.id === poison.eventId ? Promise.reject(new Error('no way')) : services.webhooks.send(message),
    },
  };
  for (let hour = 0; hour < 12; hour += 1) {
    story.clock.move(2 * HOUR);
    for (const lane of ['failing', 'healthy'] as const) {
      await deliverWebhooks(contextOf(breaking, SYSTEM), { lane });
    }
  }
  await story.happen('Good');
  const [good, given] = await story.deliveries(subscription);
  expect(good).toMatchObject({ state: 'DELIVERED' });
  expect(given).toMatchObject({ id: poison.id, state: 'FAILED', attempts: 8 });
  expect(given.detail).toContain('on our side');
});
