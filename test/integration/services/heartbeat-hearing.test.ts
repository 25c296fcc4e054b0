import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aHeartbeatStory } from '../../support/heartbeats.ts';
import { startProduct, type Product } from '../../support/product.ts';

/* Several processes, and times in which none of them could hear. */

const MINUTE = 60_000;

let story: Awaited<ReturnType<typeof aHeartbeatStory>>;
let others: Product[] = [];
beforeEach(async () => {
  story = await aHeartbeatStory();
});
afterEach(async () => {
  for (const other of others) await other.close();
  others = [];
  await story.close();
});

/** Another process of the same installation, with its roles. */
async function another(roles: string): Promise<Product> {
  const { clock, product } = story;
  const other = await startProduct({ ROLES: roles }, { clock, timers: false }, product.databaseUrl);
  others.push(other);
  return other;
}

const MINUTES_OF_INTERVAL_AND_GRACE = 6;

describe('two processes', () => {
  test('that find the same silence open one incident', async () => {
    const other = await another('scheduler,worker');
    const jobs = [await story.job(), await story.job(), await story.job()];
    for (const job of jobs) await job.ping();
    story.clock.move(2 * MINUTES_OF_INTERVAL_AND_GRACE * MINUTE);
    const looks = [story.product, other, story.product, other].map(({ tocsin }) => tocsin.work.tickNow());
    await Promise.all(looks);
    for (const job of jobs) {
      expect([await job.status(), (await job.logs()).length]).toEqual(['DOWN', 2]);
      expect((await story.events(job.id)).filter(({ type }) => type === 'monitor.down')).toHaveLength(1);
    }
    expect(await story.incidents()).toHaveLength(3);
  });

  test('that hear and judge apart find the silence all the same', async () => {
    const scheduler = await another('scheduler');
    const job = await story.job();
    await job.ping();
    story.clock.move(10 * MINUTE);
    await scheduler.tocsin.work.tickNow();
    expect(await job.status()).toBe('DOWN');
  });

  test('have one success for both, whichever hears it', async () => {
    const api = await another('api');
    const job = await story.job();
    await job.ping();
    story.clock.move(5 * MINUTE);
    expect((await fetch(job.url.replace(story.product.url, api.url))).status).toBe(200);
    await story.pass(5);
    expect(await job.status()).toBe('UP');
  });
});

describe('after a time in which nobody could hear', () => {
  test('nothing is overdue before somebody can again', async () => {
    const scheduler = await another('scheduler');
    const job = await story.job();
    await job.ping();
    await story.wasDeafFor(8);
    story.clock.move(8 * MINUTE);
    await scheduler.tocsin.work.tickNow();
    expect(await job.status()).toBe('UP');
    // Who can hear gives the job, which was expected meanwhile, an interval of its own.
    await story.pass(0);
    await scheduler.tocsin.work.tickNow();
    expect(await job.status()).toBe('UP');
    await story.pass(MINUTES_OF_INTERVAL_AND_GRACE - 2);
    expect(await job.status()).toBe('UP');
    await story.pass(4);
    expect(await job.status()).toBe('DOWN');
  });

  test('a job that was not expected meanwhile is due when it was', async () => {
    const daily = await story.job({ checksInterval: 86_400 });
    const job = await story.job();
    await daily.ping();
    await story.pass(23 * 60);
    await job.ping();
    story.clock.move(30 * MINUTE);
    await story.wasDeafFor(20);
    await story.pass(0);
    // Twenty of these thirty minutes it was not heard, and it was due after six.
    expect([await daily.status(), await job.status()]).toEqual(['UP', 'DOWN']);
    await story.pass(40);
    expect(await daily.status()).toBe('DOWN');
  });

  test('what was overdue before is found', async () => {
    const job = await story.job();
    await job.ping();
    story.clock.move(60 * MINUTE);
    await story.wasDeafFor(40);
    await story.pass(0);
    expect(await job.status()).toBe('DOWN');
  });

  test('a restart of seconds counts, for a job that was expected in it', async () => {
    const job = await story.job();
    await job.ping();
    story.clock.move(5 * MINUTE);
    await story.query(`update heartbeat_hearing set heard_at = now() - interval '10 seconds'`);
    await another('api');
    const restarted = others.at(-1);
    await restarted?.tocsin.work.tickNow();
    await story.pass(3);
    expect(await job.status()).toBe('UP');
    await story.pass(10);
    expect(await job.status()).toBe('DOWN');
  });

  test('of seconds, silence says nothing before somebody hears again, however short the grace is', async () => {
    const scheduler = await another('scheduler');
    const job = await story.job({ graceSeconds: 0 });
    await job.ping();
    await story.query(`update heartbeat_hearing set heard_at = now() - interval '20 seconds'`);
    story.clock.move(5 * MINUTE + 10_000);
    await scheduler.tocsin.work.tickNow();
    expect(await job.status()).toBe('UP');
    await story.pass(1);
    expect(await job.status()).toBe('DOWN');
  });

  test('that a clock set forward and back makes up, a job is expected by the clock there is', async () => {
    const job = await story.job();
    await job.ping();
    story.clock.move(24 * 60 * MINUTE);
    await story.wasDeafFor(24 * 60);
    await story.pass(0);
    expect(await job.status()).toBe('UP');
    await job.ping();
    story.clock.move(-24 * 60 * MINUTE);
    await story.wasDeafFor(-24 * 60);
    await story.pass(3);
    expect(await job.status()).toBe('UP');
    await story.pass(10);
    expect(await job.status()).toBe('DOWN');
  });

  test('a ping that comes in that moment is not taken back', async () => {
    const jobs = await Promise.all(Array.from({ length: 10 }, () => story.job()));
    await Promise.all(jobs.map((job) => job.ping()));
    story.clock.move(5 * MINUTE);
    await story.wasDeafFor(3);
    await Promise.all([story.pass(0), ...jobs.map((job) => job.ping())]);
    await story.pass(3);
    for (const job of jobs) expect([await job.status(), (await job.logs()).length]).toEqual(['UP', 2]);
  });
});
