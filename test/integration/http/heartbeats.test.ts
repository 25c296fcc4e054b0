import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aHeartbeatStory, jobOf } from '../../support/heartbeats.ts';
import { until } from '../../support/until.ts';

/* The doors that jobs call, and how a monitor comes by one. */

let story: Awaited<ReturnType<typeof aHeartbeatStory>>;
beforeAll(async () => {
  story = await aHeartbeatStory({ PUBLIC_URL: 'https://tocsin.test' });
});
afterAll(() => story?.close());

/** A job that calls this process, whatever its address says to the world. */
async function aJob(more: object = {}) {
  const { product, pageId } = story;
  const sent = { pageId, type: 'HEARTBEAT', name: 'Backup', checksInterval: 300, ...more };
  const { monitor } = await product.ok('POST', '/monitors', sent);
  return here(monitor);
}

function here(monitor: { id: string; heartbeatUrl: string }) {
  return jobOf(story.product, {
    ...monitor,
    heartbeatUrl: monitor.heartbeatUrl.replace('https://tocsin.test', story.product.url),
  });
}

const UNKNOWN = { error: { code: 'not_found', message: 'This address belongs to no heartbeat' } };

describe('a heartbeat monitor', () => {
  test('needs no url, and has an address that nobody guesses', async () => {
    const { product, pageId } = story;
    const { monitor } = await product.ok('POST', '/monitors', { pageId, type: 'HEARTBEAT' });
    expect(monitor).toMatchObject({ name: 'Heartbeat', url: null, graceSeconds: 60, status: 'UNKNOWN' });
    expect(monitor.heartbeatUrl).toMatch(/^https:\/\/tocsin\.test\/heartbeat\/[\w-]{43}$/);
    const other = (await product.ok('POST', '/monitors', { pageId, type: 'HEARTBEAT' })).monitor;
    expect(other.heartbeatUrl).not.toBe(monitor.heartbeatUrl);
    const { monitors } = await product.ok('GET', `/${pageId}/monitors`);
    expect(monitors.map(({ heartbeatUrl }: { heartbeatUrl: string }) => heartbeatUrl)).toContain(
      monitor.heartbeatUrl,
    );
    expect(JSON.stringify(monitors)).not.toContain('heartbeatToken');
  });

  test('is not checked: there is nothing to run', async () => {
    const job = await aJob();
    const answer = await story.product.api('GET', `/monitors/${job.id}/run`);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
  });

  test('is left out where its group is run', async () => {
    const job = await aJob();
    const { product, pageId } = story;
    const group = { pageId, name: 'Jobs', monitors: [job.id] };
    const { monitor } = await product.ok('POST', '/monitors-groups', group);
    expect(await product.ok('GET', `/monitors-groups/${monitor.id}/run`)).toMatchObject({
      result: 'OK',
      monitorLogIds: [],
    });
  });

  test('has a new address at once where it is asked for, and keeps what was heard', async () => {
    const job = await aJob();
    await job.ping();
    const { product } = story;
    const { monitor } = await product.ok('POST', `/monitors/${job.id}/rotate-secret`);
    expect(monitor).toMatchObject({ id: job.id, status: 'UP' });
    expect([await job.ping(), await here(monitor).ping('/fail')]).toEqual([404, 200]);
    expect(await job.status()).toBe('DOWN');
    const { auditLog } = await product.ok('GET', `/${story.pageId}/audit-log`);
    const rotated = auditLog.find(({ action }: { action: string }) => action === 'secret_rotated');
    expect(rotated.changes).toEqual([{ path: 'heartbeatToken', from: '(hidden)', to: '(hidden)' }]);
    const said = JSON.stringify(auditLog);
    for (const url of [job.url, monitor.heartbeatUrl]) expect(said).not.toContain(url.split('/').at(-1));
  });

  test('only has an address: others cannot get a new one', async () => {
    const { product, pageId } = story;
    const { monitor } = await product.ok('POST', '/monitors', {
      pageId,
      url: 'https://a.test',
      paused: true,
    });
    expect(monitor.heartbeatUrl).toBeNull();
    expect((await product.api('POST', `/monitors/${monitor.id}/rotate-secret`)).status).toBe(409);
    expect((await product.api('POST', '/monitors/mon_x/rotate-secret')).status).toBe(404);
  });

  test('is refused at its address once it is deleted', async () => {
    const job = await aJob();
    await job.ping();
    await story.product.ok('DELETE', `/monitors/${job.id}`);
    expect([await job.ping(), await job.ping('/fail')]).toEqual([404, 404]);
  });
});

describe('the door', () => {
  test.each(['GET', 'POST', 'HEAD'])('takes %s, without a key', async (method) => {
    const job = await aJob();
    const answer = await fetch(job.url, { method });
    expect([answer.status, await answer.text()]).toEqual([200, method === 'HEAD' ? '' : '{"message":"OK"}']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await job.status()).toBe('UP');
    expect(await job.logs()).toMatchObject([{ isSuccessful: true, method, url: null }]);
  });

  test('is there with a slash at the end too', async () => {
    const job = await aJob();
    expect([await job.ping('/'), await job.ping('/start/')]).toEqual([200, 200]);
  });

  test.each([
    '/256',
    '/-1',
    '/00',
    '/Fail',
    '/success',
    '/log',
    '/%00',
    '/0/1',
    '/fail/3',
    '/%F0%9F%92%A5',
    '/%',
  ])('answers 404 to %s, or does not understand it, and hears nothing', async (behind) => {
    const job = await aJob();
    expect([400, 404]).toContain(await job.ping(behind));
    expect(await job.ping(behind, { method: 'POST', body: 'x' })).toBeGreaterThanOrEqual(400);
    expect([await job.status(), await job.logs()]).toEqual(['UNKNOWN', []]);
  });

  test.each(['nobody', 'x'.repeat(43), '%00', 'a%20b', "'--"])(
    'answers 404 to the token %s, with each ending the same',
    async (token) => {
      for (const behind of ['', '/start', '/fail', '/3', '/nothing']) {
        const answer = await fetch(`${story.product.url}/heartbeat/${token}${behind}`);
        expect([answer.status, await answer.json()]).toEqual([404, UNKNOWN]);
      }
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH'])('takes no %s', async (method) => {
    const job = await aJob();
    expect(await job.ping('', { method })).toBe(404);
  });

  test.each([
    ['application/json', '{"half":'],
    ['application/x-www-form-urlencoded', 'a=%ff'],
    ['no type at all', 'text'],
    ['multipart/form-data', 'without a boundary'],
    ['text/plain; charset=utf-99', '\u0000 ünd'],
  ])('takes a body of %s, whatever it holds, and keeps it of a failure', async (type, body) => {
    const job = await aJob();
    const headers = { 'content-type': type };
    expect(await job.ping('/1', { method: 'POST', headers, body })).toBe(200);
    expect(await job.logs()).toMatchObject([{ responseBody: body.replace('\u0000', '\uFFFD') }]);
    await job.ping('', { method: 'POST', headers, body });
    expect((await job.logs()).at(-1)).toMatchObject({ isSuccessful: true, responseBody: null });
  });

  test.each([5_000, 20_000, 3_000_000])(
    'takes a body of %i bytes, and keeps its first 4 KiB',
    async (bytes) => {
      const job = await aJob();
      // The cut falls into the middle of a character.
      const body = 'abc€'.padEnd(4_095, 'x').concat('€'.repeat(Math.ceil((bytes - 4_095) / 3)));
      expect(await job.ping('/fail', { method: 'POST', body })).toBe(200);
      const [{ responseBody }] = (await job.logs()) as [{ responseBody: string }];
      expect(Buffer.byteLength(responseBody)).toBeLessThanOrEqual(4_096);
      expect(Buffer.byteLength(responseBody)).toBeGreaterThan(4_090);
      expect(body.startsWith(responseBody)).toBe(true);
    },
  );

  test('hears a job whose connection breaks off while it still talks', async () => {
    const job = await aJob();
    const url = new URL(`${job.url}/7`);
    const call = request(url, { method: 'POST', headers: { 'content-length': '100000' } });
    call.on('error', () => undefined);
    call.write('segmentation fault', () => setTimeout(() => call.destroy(), 50));
    await until('the failure is heard', async () => (await job.status()) === 'DOWN');
    expect(await job.logs()).toMatchObject([
      { error: 'the job ended with exit code 7', responseBody: 'segmentation fault' },
    ]);
  });

  test('keeps failures that say something new, however fast they come, and no others twice', async () => {
    const job = await aJob();
    for (const [behind, body] of [
      ['/fail', 'a'],
      ['/fail', 'a'],
      ['/1', 'a'],
      ['/1', 'b'],
      ['/1', 'b'],
      ['/2', 'b'],
    ] as const) {
      await job.ping(behind, { method: 'POST', body });
    }
    const kept = (await job.logs()).map(({ error, responseBody }) => `${error}: ${responseBody}`);
    expect(new Set(kept).size).toBe(4);
    expect(kept.length).toBeLessThan(6);
  });

  test('gives no rate away: a flood is answered and stored once', async () => {
    const job = await aJob();
    for (let i = 0; i < 30; i += 1) expect(await job.ping()).toBe(200);
    expect((await job.logs()).length).toBeLessThan(30);
  });

  test('knows a failure again whose output cannot be stored as it is', async () => {
    const job = await aJob();
    for (let i = 0; i < 30; i += 1) await job.ping('/fail', { method: 'POST', body: 'a\0b\uD800' });
    expect((await job.logs()).length).toBeLessThan(30);
  });
});

describe('another page', () => {
  test('sees and turns nothing of it', async () => {
    const job = await aJob();
    const { product } = story;
    const other = await product.ok('POST', '/v1/pages', {
      name: 'Other',
      subdomain: 'other',
      email: 'a@other.test',
    });
    const { key } = await product.ok('POST', '/api-keys', { name: 'o', scope: 'admin', pageId: other.id });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/rotate-secret'],
      ['GET', '/run'],
    ] as const) {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${product.url}/monitors/${job.id}${path}`, { method, headers });
      expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('heartbeat/')]);
    }
    expect(await job.ping()).toBe(200);
  });
});
