import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { receivePing } from '../../../src/services/heartbeat/receive-ping.ts';
import { aHeartbeatStory } from '../../support/heartbeats.ts';
import type { Json } from '../../support/product.ts';

/* What follows from what jobs say, and from their silence. */

let story: Awaited<ReturnType<typeof aHeartbeatStory>>;
beforeAll(async () => {
  story = await aHeartbeatStory();
});
afterAll(() => story?.close());

const incidentsOf = async (monitorId: string): Promise<Json[]> =>
  (await story.incidents()).filter((incident) => incident.monitorId === monitorId);

describe('a monitor whose job calls', () => {
  test('is UNKNOWN until it does, however long that takes, and pages nobody', async () => {
    const job = await story.job();
    await story.pass(60 * 24);
    expect([await job.status(), await job.logs(), await incidentsOf(job.id)]).toEqual(['UNKNOWN', [], []]);
  });

  test('is UP after a success, and DOWN once no other comes within interval and grace', async () => {
    const job = await story.job({ name: 'Nightly' });
    expect(await job.ping()).toBe(200);
    expect(await job.status()).toBe('UP');
    await story.pass(5);
    expect(await job.status()).toBe('UP');
    await story.pass(2);
    expect(await job.status()).toBe('DOWN');
    const [, missed] = await job.logs();
    expect(missed).toMatchObject({ isSuccessful: false, status: 'DOWN', location: 'US_EAST_1', url: null });
    expect(missed.error).toMatch(/^no heartbeat for 7 min: the last came at .* UTC$/);
    const [incident] = await incidentsOf(job.id);
    expect(incident).toMatchObject({ name: 'Nightly is down', impact: 'MAJOROUTAGE', source: 'MONITOR' });
    expect(incident.description).toBe(missed.error);
  });

  test('is found missing once, not at every look', async () => {
    const job = await story.job();
    await job.ping();
    for (let looks = 0; looks < 4; looks += 1) await story.pass(10);
    await story.product.tocsin.work.sweepNow();
    expect(await job.logs()).toHaveLength(2);
    expect(await incidentsOf(job.id)).toHaveLength(1);
    expect((await story.events(job.id)).map(({ type }) => type)).toEqual([
      'monitor.recovered',
      'monitor.down',
      'incident.opened',
    ]);
  });

  test('is UP again with the next success, and its incident resolved', async () => {
    const job = await story.job({ createComponent: true });
    await job.ping();
    await story.pass(10);
    expect(await job.status()).toBe('DOWN');
    await job.ping();
    expect(await job.status()).toBe('UP');
    expect(await incidentsOf(job.id)).toMatchObject([{ status: 'RESOLVED' }]);
    await story.pass(4);
    expect(await job.status()).toBe('UP');
  });

  test.each([
    ['/fail', 'the job said that it failed'],
    ['/3', 'the job ended with exit code 3'],
  ])('is DOWN at once where it says %s, without confirmation', async (behind, error) => {
    const job = await story.job({ failureConfirmations: 5 });
    await job.ping(behind, { method: 'POST', body: 'pg_dump: connection refused' });
    expect(await job.status()).toBe('DOWN');
    expect(await job.logs()).toMatchObject([
      { isSuccessful: false, error, responseBody: 'pg_dump: connection refused', method: 'POST' },
    ]);
    expect(await incidentsOf(job.id)).toMatchObject([{ description: error }]);
    await story.pass(60);
    // It said so itself: silence adds nothing.
    expect(await job.logs()).toHaveLength(1);
    await job.ping('/0');
    expect(await job.status()).toBe('UP');
  });

  test('tells how long its job ran, and keeps that as a metric', async () => {
    const job = await story.job({ createMetric: true });
    await job.ping('/start');
    expect([await job.status(), await job.logs()]).toEqual(['UNKNOWN', []]);
    story.clock.move(90_000);
    await job.ping();
    const [log] = await job.logs();
    expect(log.responseTime).toBeGreaterThanOrEqual(90_000);
    expect(log.responseTime).toBeLessThan(150_000);
    expect(log.responseBody).toBeNull();
    const points = await story.query(
      `select value from metric_point join metric on metric.id = metric_id where monitor_id = '${job.id}'`,
    );
    expect(points).toMatchObject([{ value: log.responseTime }]);
  });

  test('is not kept up by starts: a job that hangs is overdue when its success was', async () => {
    const job = await story.job();
    await job.ping();
    await story.pass(4);
    await job.ping('/start');
    await story.pass(4);
    expect(await job.status()).toBe('DOWN');
    expect((await job.logs()).at(-1).error).toContain('; the job began at ');
  });

  test('is missed where its very first run hangs', async () => {
    const job = await story.job();
    await job.ping('/start');
    await story.pass(5);
    expect(await job.status()).toBe('UNKNOWN');
    await story.pass(2);
    expect(await job.status()).toBe('DOWN');
  });

  test('takes 50 calls at once: one is stored, all are heard', async () => {
    const job = await story.job();
    const began = performance.now();
    const statuses = await Promise.all(Array.from({ length: 50 }, () => job.ping()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await job.status()).toBe('UP');
    expect((await job.logs()).length).toBeLessThan(50);
  });

  test('never loses a failure among successes', async () => {
    const job = await story.job();
    await Promise.all(Array.from({ length: 20 }, (_, i) => job.ping(i === 10 ? '/fail' : '')));
    expect((await job.logs()).filter(({ isSuccessful }) => !isSuccessful)).toHaveLength(1);
    expect(await incidentsOf(job.id)).toHaveLength(1);
  });

  test('is told of where what follows was lost with the process', async () => {
    const job = await story.job();
    await job.ping();
    const token = job.url.split('/').at(-1) ?? '';
    // The ping is stored, and the process is gone.
    const services = { ...story.product.tocsin.services };
    const read = Object.assign(Object.create(services.uow.read), {
      monitors: {
        ...services.uow.read.monitors,
        loadForCheck: () => Promise.reject(new Error('killed')),
      },
    });
    const dying = { ...services, uow: { ...services.uow, read } };
    const signal = { kind: 'FAIL', exitCode: 9 } as const;
    await receivePing(contextOf(dying, SYSTEM), { token, signal, method: 'GET', output: null });
    expect([await job.status(), await incidentsOf(job.id)]).toEqual(['UP', []]);
    await story.product.tocsin.work.sweepNow();
    expect(await job.status()).toBe('DOWN');
    expect(await incidentsOf(job.id)).toMatchObject([{ description: 'the job ended with exit code 9' }]);
  });

  test('stays as it is without word from an old interval: it is never stale', async () => {
    const job = await story.job({ graceSeconds: 86_400 });
    await job.ping();
    await story.pass(60);
    await story.product.tocsin.work.sweepNow();
    expect(await job.status()).toBe('UP');
  });
});

describe('a monitor whose settings change', () => {
  test('counts another interval and grace from the last success', async () => {
    const job = await story.job();
    await job.ping();
    await job.change({ checksInterval: 3_600 });
    await story.pass(30);
    expect(await job.status()).toBe('UP');
    await job.change({ checksInterval: 300, graceSeconds: 3_600 });
    await story.pass(30);
    expect(await job.status()).toBe('UP');
    await job.change({ graceSeconds: 0 });
    await story.pass(0);
    expect(await job.status()).toBe('DOWN');
  });

  test('notes what comes while it is paused, and has a fresh interval afterwards', async () => {
    const job = await story.job();
    await job.ping();
    await job.change({ paused: true });
    await story.pass(60);
    await job.ping('/fail');
    await story.product.tocsin.work.sweepNow();
    expect([await job.status(), (await job.logs()).map(({ status }) => status)]).toEqual([
      'UP',
      ['UP', 'DOWN'],
    ]);
    await job.change({ paused: false });
    await story.pass(4);
    expect(await job.status()).toBe('UP');
    await story.pass(4);
    expect(await job.status()).toBe('DOWN');
  });

  test('becomes a heartbeat, and none any more', async () => {
    const { product, pageId } = story;
    const sent = { pageId, url: 'https://shop.test/', paused: true };
    const { id } = (await product.ok('POST', '/monitors', sent)).monitor;
    const become = async (changes: Json) => (await product.ok('PUT', `/monitors/${id}`, changes)).monitor;
    const heard = await become({ type: 'HEARTBEAT', paused: false });
    expect(heard).toMatchObject({ type: 'HEARTBEAT', url: null, status: 'UNKNOWN' });
    expect((await fetch(heard.heartbeatUrl)).status).toBe(200);
    expect((await become({})).status).toBe('UP');
    expect(await story.query(`select * from monitor_location where monitor_id = '${id}'`)).toEqual([]);
    expect((await product.api('PUT', `/monitors/${id}`, { type: 'HTTP' })).status).toBe(400);
    const checked = await become({ type: 'HTTP', url: 'https://shop.test/', paused: true });
    expect(checked).toMatchObject({ type: 'HTTP', heartbeatUrl: null });
    expect((await fetch(heard.heartbeatUrl)).status).toBe(404);
    expect(await story.query(`select * from heartbeat where monitor_id = '${id}'`)).toEqual([]);
    expect(await story.query(`select * from monitor_location where monitor_id = '${id}'`)).toHaveLength(1);
    // Whoever was up by another way is not known as a heartbeat.
    await story.query(`update monitor set status = 'UP' where id = '${id}'`);
    expect(await become({ type: 'HEARTBEAT', paused: false })).toMatchObject({ status: 'UNKNOWN' });
    expect((await story.events(id)).at(-1).text).toBe('shop.test waits for its first heartbeat.');
  });

  test('opens what a maintenance hid, once that is over and the job is still silent', async () => {
    const { product, pageId } = story;
    const job = await story.job({ name: 'Hidden', createComponent: true });
    await job.ping();
    const { componentId } = await job.monitor();
    const iso = (minutes: number) => new Date(story.clock.now() + minutes * 60_000).toISOString();
    const maintenance = await product.ok('POST', `/v1/${pageId}/maintenances`, {
      name: 'Move',
      start: iso(1),
      end: iso(600),
      autoStart: true,
      components: [componentId],
    });
    await story.pass(30);
    expect([await job.status(), await incidentsOf(job.id)]).toEqual(['DOWN', []]);
    await product.ok('PUT', `/v1/${pageId}/maintenances/${maintenance.id}`, { status: 'COMPLETED' });
    expect(await incidentsOf(job.id)).toMatchObject([{ name: 'Hidden is down' }]);
  });
});
