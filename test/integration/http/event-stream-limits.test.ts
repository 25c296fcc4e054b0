import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createHttpApp } from '../../../src/http/app.ts';
import { createEventStreams, type EventStreamLimits } from '../../../src/http/event-streams.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { publishEvents } from '../../../src/services/event/publish.ts';
import { transact } from '../../../src/services/transact.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { readStream, type StreamReader } from '../../support/event-stream.ts';
import { completeServices } from '../../support/incident-services.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
});

const LIMITS: EventStreamLimits = {
  most: 2,
  mostOfKey: 10,
  lookMs: 50,
  heartbeatMs: 60_000,
  stallMs: 60_000,
};

/** A server of its own with other limits, and a way to follow the page. */
async function serve(limits: Partial<EventStreamLimits>) {
  const eventStreams = createEventStreams(api.services, { ...LIMITS, ...limits });
  const app = createHttpApp({ services: api.services, eventStreams });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { key } = (await api.post('/api-keys', { name: 'reader', scope: 'read' })).body;
  return async (query = '', by: string = key): Promise<StreamReader> => {
    const reader = await readStream(`${url}/${pageId}/events${query}`, { key: by });
    onTestFinished(() => reader.leave());
    return reader;
  };
}

async function happen(count: number, chars: number): Promise<void> {
  const ctx = contextOf(api.services, SYSTEM);
  await transact(ctx, async (tx) => {
    for (let n = 0; n < count; n += 1) tx.happened({ type: 'note', pageId, text: 'x'.repeat(chars) });
  });
  while ((await publishEvents(ctx)).published > 0);
}

test('a process serves so many streams and refuses one more with 429 and when to come again', async () => {
  const follow = await serve({ most: 2 });
  const first = await follow();
  await follow();
  const refused = await follow();
  await refused.ended;
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(refused.body()).error.code).toBe('rate_limited');
  first.leave();
  await until('there is room again', async () => (await follow()).status === 200);
});

test('a process serves so many streams of one key, and others find their places free', async () => {
  const follow = await serve({ most: 100, mostOfKey: 3 });
  const { key } = (await api.post('/api-keys', { name: 'another reader', scope: 'read' })).body;
  const [first] = await Promise.all([follow(), follow(), follow()]);
  const refused = await follow();
  await refused.ended;
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(refused.body()).error).toEqual({
    code: 'rate_limited',
    message: 'At most 3 event streams are served to one key at once',
  });
  expect((await follow('', key)).status).toBe(200);
  first.leave();
  await until('there is room again', async () => (await follow()).status === 200);
});

test('a stream on which nothing happens says again and again that it is there', async () => {
  const follow = await serve({ heartbeatMs: 30 });
  const reader = await follow();
  await until('it has said so', () => reader.comments.length >= 3);
  expect(reader.events).toEqual([]);
});

test('a client that takes nothing is cut off, and holds up nobody', async () => {
  const follow = await serve({ stallMs: 400 });
  const slow = await follow();
  const quick = await follow();
  slow.pause();
  await happen(300, 60_000);
  await until('the quick one has all', () => quick.events.length === 300);
  await until('the slow one is cut off', () => follow().then(({ status }) => status === 200));
  expect(slow.events.length).toBeLessThan(300);
});

test('what waits for a slow client stays in the database', async () => {
  const keyId = (await api.post('/api-keys', { name: 'reader', scope: 'read' })).body.apiKey.id as string;
  const written: number[] = [];
  const responses: ServerResponse[] = [];
  const eventStreams = createEventStreams(api.services, LIMITS);
  onTestFinished(() => eventStreams.close());
  const server: Server = createServer((_request, response) => {
    responses.push(response);
    response.writeHead(200);
    eventStreams.open(response, { keyId, pageId, after: 0n, types: [] });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reader = await readStream(url, { key: 'none' });
  reader.pause();
  await happen(400, 60_000);
  await until('it has to wait', () => responses[0]?.writableNeedDrain === true);
  for (let look = 0; look < 5; look += 1) {
    await happen(1, 10);
    written.push(responses[0]?.writableLength ?? 0);
  }
  // One event, and what the socket has not passed on yet.
  expect(Math.max(...written)).toBeLessThan(200_000);
});

test('one statement a second serves all streams while nothing happens', async () => {
  const follow = await serve({ most: 10, lookMs: 100 });
  for (let n = 0; n < 5; n += 1) await follow();
  let statements = 0;
  // oxlint-disable-next-line typescript/unbound-method
  const run = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    statements += 1;
    return run.apply(this, given);
  } as never;
  onTestFinished(() => void (pg.Client.prototype.query = run as never));
  await until('some looks have passed', () => statements >= 3, 5_000);
  const startedAt = performance.now();
  const before = statements;
  await until('some more have passed', () => performance.now() - startedAt > 500);
  expect(statements - before).toBeLessThanOrEqual(6);
});
