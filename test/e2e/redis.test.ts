import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { chatPage } from '../support/pages-seen.ts';
import { SIGNING_SECRET, startProduct, type Product } from '../support/product.ts';
import { hasRedis, RedisServer } from '../support/redis-server.ts';
import { say } from '../support/say.ts';
import { startTarget, type Target } from '../support/target.ts';
import { aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

/* The queues live in a real Redis, which loses everything, and goes away, while people have to be paged. */

const isHere = hasRedis();
if (!isHere) say('LEFT OUT: redis-server is not installed, so nothing with REDIS_URL is tested');

test('a pipeline has a Redis to test with', () => {
  expect(isHere || process.env['CI'] !== 'true').toBe(true);
});

const SECOND_LEVEL_MS = 4_000;
const LATE_BY_AT_MOST_MS = 15_000;

describe.skipIf(!isHere)('with REDIS_URL', () => {
  let redis: RedisServer;
  let slack: FakeSlack;
  let target: Target;
  let product: Product;
  let pageId: string;

  beforeAll(async () => {
    redis = await RedisServer.start();
    slack = await startFakeSlack();
    slack.users.set('ben@example.com', 'U0BEN');
    target = await startTarget();
    product = await startProduct({
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: slack.apiUrl,
      REDIS_URL: redis.url,
    });
    ({ pageId } = await aTeamOnCall(product, { secondLevelMins: SECOND_LEVEL_MS / 60_000 }));
  });

  afterAll(async () => {
    await product?.close();
    await target?.close();
    await slack?.close();
    await redis?.[Symbol.asyncDispose]();
  });

  const open = (name: string) =>
    product.ok('POST', `/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING' });

  test('a failure pages who is on call within seconds', async () => {
    const { monitor } = await product.ok('POST', '/monitors', {
      pageId,
      name: 'checkout',
      url: target.url,
      checksInterval: 5,
    });
    const status = async () => (await product.ok('GET', `/monitors/${monitor.id}`)).monitor.status as string;
    await until('the monitor is UP', async () => (await status()) === 'UP');
    expect(await redis.command('dbsize')).not.toBe('0');
    target.fail();
    await chatPage(slack, 'D0ANN', 'checkout is down');
    target.recover();
    await until('it recovers', async () => (await status()) === 'UP');
  });

  test('FLUSHALL while incidents wait for level 2 loses none and delays it by 15 s at most', async () => {
    const names = ['flushed 1', 'flushed 2', 'flushed 3'];
    const opened = [];
    for (const name of names) opened.push(await open(name));
    for (const name of names) await chatPage(slack, 'D0ANN', name);

    expect(await redis.command('flushall')).toBe('OK');

    const late: number[] = [];
    for (const { id, name } of opened) {
      await chatPage(slack, 'D0BEN', name, 60_000);
      const { events } = await product.ok('GET', `/incidents/${id}/timeline`);
      const fired = events.find((e: { data: { rule?: number } }) => e.data.rule === 2);
      late.push(Date.parse(fired.createdAt ?? fired.at) - Date.parse(fired.data.dueAt));
    }
    say(`FLUSHALL: level 2 fired ${late.join(', ')} ms late`);
    expect(Math.max(...late)).toBeLessThan(LATE_BY_AT_MOST_MS);
  });

  test('while Redis is gone the API answers and people are paged; monitors go on; once it is back all is well', async () => {
    await redis.stop();
    const openedAt = Date.now();
    const { id } = await open('without Redis');
    expect(Date.now() - openedAt).toBeLessThan(5_000);
    await chatPage(slack, 'D0ANN', 'without Redis', 60_000);
    say(`Redis gone: paged ${Date.now() - openedAt} ms after the incident was opened`);
    expect(Date.now() - openedAt).toBeLessThan(LATE_BY_AT_MOST_MS);
    expect((await product.api('GET', '/readyz')).status).toBe(503);
    const outages = () =>
      slack.messages.filter((m) => m.channel === 'D0ANN' && m.text.includes('checkout is down'));
    const before = outages().length;
    target.fail();
    await until('the outage is found', () => outages().length > before, 30_000);
    await until('level 2 is due', () => Date.now() > openedAt + SECOND_LEVEL_MS);
    // Twelve seconds later it would come by itself.
    await product.tocsin.work.sweepNow();
    await chatPage(slack, 'D0BEN', 'without Redis', 60_000);
    const { events } = await product.ok('GET', `/incidents/${id}/timeline`);
    expect(events.filter((e: { data: { rule?: number } }) => e.data.rule === 2)).toHaveLength(1);

    await redis.start();
    await until('it is ready again', async () => (await product.api('GET', '/readyz')).status === 200);
    const backAt = Date.now();
    await open('Redis is back');
    await chatPage(slack, 'D0ANN', 'Redis is back');
    expect(Date.now() - backAt).toBeLessThan(5_000);
  });

  test('a process that starts while Redis is gone pages people all the same, and ends in time', async () => {
    await redis.stop();
    const lonely = await startProduct({
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: slack.apiUrl,
      REDIS_URL: redis.url,
    });
    const page = await aTeamOnCall(lonely, { chatChannel: null });
    const openedAt = Date.now();
    await lonely.ok('POST', `/v1/${page.pageId}/incidents`, { name: 'lonely', status: 'INVESTIGATING' });
    await chatPage(slack, 'D0ANN', 'lonely', 30_000);
    const pagedMs = Date.now() - openedAt;
    const endsAt = Date.now();
    await lonely.close();
    say(`started without Redis: paged after ${pagedMs} ms, ended within ${Date.now() - endsAt} ms`);
    expect(pagedMs).toBeLessThan(LATE_BY_AT_MOST_MS);
    expect(Date.now() - endsAt).toBeLessThan(10_000);
    await redis.start();
  });
});
