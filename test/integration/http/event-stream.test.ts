import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readStream, type StreamReader } from '../../support/event-stream.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { ADMIN_KEY, startProduct, type Json, type Product } from '../../support/product.ts';
import { until } from '../../support/until.ts';

const clock = movableClock();
let product: Product;
let pageId: string;
let made = 0;
beforeAll(async () => {
  product = await startProduct({}, { clock });
});
afterAll(() => product.close());
beforeEach(async () => {
  pageId = await aPage();
});

async function aPage(): Promise<string> {
  made += 1;
  const page = { name: 'Shop', subdomain: `shop-${made}`, email: 'owner@example.com' };
  return (await product.ok('POST', '/v1/pages', page)).id as string;
}

async function follow(
  query = '',
  options: { key?: string; lastEventId?: string; page?: string } = {},
): Promise<StreamReader> {
  const { key = ADMIN_KEY, page = pageId, ...more } = options;
  const reader = await readStream(`${product.url}/${page}/events${query}`, { key, ...more });
  onTestFinished(() => reader.leave());
  return reader;
}

const open = (name: string, page = pageId): Promise<Json> =>
  product.ok('POST', `/v1/${page}/incidents`, { name, status: 'INVESTIGATING', message: 'It is down' });

async function database(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const insertEvent = (client: pg.Client, id: string) =>
  client.query(
    `insert into event (id, page_id, type, at, actor, text) values ($1, $2, 'note', now(), 'a test', 'something')`,
    [id, pageId],
  );

describe('the event stream of a page', () => {
  test('tells what happens as it happens, in the form of server-sent events', async () => {
    const reader = await follow();
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
    });
    expect(reader.headers['content-encoding']).toBeUndefined();
    await until('it says when to come again', () => reader.retryMs() === 3_000);
    const { id: incidentId } = await open('Checkout is down');
    const [first] = await until('it tells of it', () => reader.events.length > 0 && reader.events);
    expect(first).toMatchObject({ id: expect.stringMatching(/^\d+$/), event: 'incident.opened' });
    expect(first?.data).toEqual({
      id: expect.any(String),
      type: 'incident.opened',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      pageId,
      incidentId,
      monitorId: null,
      scheduleId: null,
      actor: expect.any(String),
      text: expect.any(String),
      data: expect.any(Object),
    });
  });

  test('tells of its page only, and of the types that are asked for', async () => {
    const other = await aPage();
    const reader = await follow('?types=incident.acknowledged,%20incident.resolved');
    await open('Elsewhere', other);
    const { id } = await open('Here');
    await product.ok('POST', `/incidents/${id}/acknowledge`);
    await product.ok('POST', `/incidents/${id}/resolve`);
    await until('both are told', () => reader.events.length === 2);
    expect(reader.events.map(({ event }) => event)).toEqual(['incident.acknowledged', 'incident.resolved']);
    const again = await follow('?types=incident.resolved&lastEventId=0');
    await until('it is told again', () => again.events.length === 1);
    expect(again.events[0]).toMatchObject({ id: reader.events[1]?.id, event: 'incident.resolved' });
  });

  test('goes on after the last event that the client saw, by header or address; the header counts', async () => {
    const reader = await follow();
    for (const name of ['One', 'Two', 'Three']) await open(name);
    const opened = (of: StreamReader) => of.events.filter(({ event }) => event === 'incident.opened');
    await until('all are told', () => opened(reader).length === 3);
    const [one, two] = opened(reader).map(({ id }) => id);
    const byHeader = await follow('?lastEventId=0', { lastEventId: two ?? '' });
    const byAddress = await follow(`?lastEventId=${one}`);
    await until('both have caught up', () => opened(byHeader).length === 1 && opened(byAddress).length === 2);
    await open('Four');
    await until('both go on', () => opened(byHeader).length === 2 && opened(byAddress).length === 3);
    const rest = (id: string | undefined) =>
      reader.events.filter((event) => BigInt(event.id) > BigInt(id ?? 0));
    await until('the first one too', () => opened(reader).length === 4);
    expect(byHeader.events.map(({ id }) => id)).toEqual(rest(two).map(({ id }) => id));
    expect(byAddress.events.map(({ id }) => id)).toEqual(rest(one).map(({ id }) => id));
  });

  test('loses nothing and repeats nothing when transactions commit out of order and clients come and go', async () => {
    const steady = await follow();
    const seen: string[] = [];
    const written: string[] = [];
    const write = async (writer: number): Promise<void> => {
      const client = await database();
      for (let n = 0; n < 30; n += 1) {
        const id = `evt_${pageId}_${writer}_${n}`;
        await client.query('begin');
        await insertEvent(client, id);
        await pause(randomInt(30));
        await client.query(n % 7 === 6 ? 'rollback' : 'commit');
        if (n % 7 !== 6) written.push(id);
        product.tocsin.work.doHere({ kind: 'events', at: product.tocsin.services.clock.now() });
      }
    };
    const writing = Promise.all([0, 1, 2, 3, 4, 5].map(write));
    let lastEventId: string | undefined = '0';
    for (let visit = 0; visit < 12; visit += 1) {
      const reader = await follow('', { lastEventId });
      await until('it has some', () => reader.events.length >= Math.min(8, 156 - seen.length));
      reader.leave();
      await reader.ended;
      for (const { id, data } of reader.events) {
        seen.push(data.id as string);
        lastEventId = id;
      }
    }
    await writing;
    const last = await follow('', { lastEventId });
    await until('all have come', () => seen.length + last.events.length >= written.length);
    seen.push(...last.events.map(({ data }) => data.id as string));
    await until('to the steady one too', () => steady.events.length >= written.length);
    expect(seen.toSorted()).toEqual(written.toSorted());
    expect(steady.events.map(({ data }) => data.id)).toEqual(seen);
    const places = steady.events.map(({ id }) => BigInt(id));
    expect(places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0n))).toBe(true);
  });

  test('never gives a place again whose event was deleted', async () => {
    const reader = await follow();
    const { id } = await open('Soon gone');
    await until('it is told', () => reader.events.length > 0);
    await pause(0);
    await product.ok('DELETE', `/v1/${pageId}/incidents/${id}`);
    const lastEventId = reader.events.at(-1)?.id ?? '';
    const again = await follow('', { lastEventId });
    await open('Next');
    await until('it is told', () => again.events.some(({ event }) => event === 'incident.opened'));
    expect(BigInt(again.events[0]?.id ?? 0)).toBeGreaterThan(BigInt(lastEventId));
  });

  test('tells a client that is far behind everything, in order', async () => {
    const client = await database();
    await client.query(
      `insert into event (id, page_id, type, at, actor, text, data)
       select 'evt_' || $1 || '_' || n, $1, 'note', now(), 'a test', repeat('x', 2000), jsonb_build_object('n', n)
       from generate_series(1, 2500) n`,
      [pageId],
    );
    const reader = await follow('?lastEventId=0');
    await until('all have come', () => reader.events.length === 2_500);
    expect(reader.events.map(({ data }) => data.data.n)).toEqual(
      Array.from({ length: 2_500 }, (_, n) => n + 1),
    );
  });

  test.each([
    ['?lastEventId=abc', undefined, 'lastEventId'],
    ['?lastEventId=-1', undefined, 'lastEventId'],
    ['?lastEventId=999999999999', undefined, 'lastEventId'],
    ['?lastEventId=99999999999999999999999', undefined, 'lastEventId'],
    ['', '1e3', 'Last-Event-ID'],
    ['?types=incident.opened,incident.eaten', undefined, 'types'],
    ['?types=', undefined, 'types'],
    ['?types=webhook.test', undefined, 'types'],
  ])('answers 400 to %s %s and names %s', async (query, lastEventId, path) => {
    const reader = await follow(query, lastEventId === undefined ? {} : { lastEventId });
    await reader.ended;
    expect(reader.status).toBe(400);
    expect(JSON.parse(reader.body()).error.details[0].path).toBe(path);
  });

  test('is there for keys of its page, with scope read, and for nobody else', async () => {
    const other = await aPage();
    const keyOf = async (page: string) =>
      (await product.ok('POST', '/api-keys', { name: 'reader', scope: 'read', pageId: page })).key as string;
    expect((await follow('', { key: await keyOf(pageId) })).status).toBe(200);
    expect((await follow('', { key: await keyOf(other) })).status).toBe(404);
    expect((await follow('', { page: 'page_none' })).status).toBe(404);
    expect((await follow('', { key: 'wrong' })).status).toBe(401);
  });

  test('ends when its key is revoked, when it expires, and when the page is deleted', async () => {
    const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
    const keyWith = (more: object) =>
      product.ok('POST', '/api-keys', { name: 'reader', scope: 'read', ...more });
    const revoked = await keyWith({});
    const expiring = await keyWith({ expiresAt });
    const readers = {
      revoked: await follow('', { key: revoked.key }),
      expiring: await follow('', { key: expiring.key }),
      stays: await follow(),
    };
    await product.ok('DELETE', `/api-keys/${revoked.apiKey.id}`);
    await readers.revoked.ended;
    expect(readers.expiring.isEnded()).toBe(false);
    clock.move(3_600_000);
    await readers.expiring.ended;
    expect(readers.stays.isEnded()).toBe(false);
    await product.ok('DELETE', `/v2/${pageId}`);
    await readers.stays.ended;
  });
});

test('every process that shares the database tells what any of them did, and ends its streams when it ends', async () => {
  const second = await startProduct({}, { clock }, product.databaseUrl);
  const reader = await readStream(`${second.url}/${pageId}/events`, { key: ADMIN_KEY });
  await open('Told by the other one');
  await until('it is told', () => reader.events.some(({ event }) => event === 'incident.opened'));
  const startedAt = performance.now();
  const stopping = second.close();
  await reader.ended;
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await stopping;
});

test('a process that only serves the API has a worker publish, which needs no clock for it', async () => {
  const working = await startProduct({ ROLES: 'worker' }, { clock, timers: false });
  onTestFinished(() => working.close());
  const api = await startProduct({ ROLES: 'api' }, { clock, timers: false }, working.databaseUrl);
  onTestFinished(() => api.close());
  const page = { name: 'Shop', subdomain: 'shop', email: 'owner@example.com' };
  const { id } = await api.ok('POST', '/v1/pages', page);
  const reader = await readStream(`${api.url}/${id}/events`, { key: ADMIN_KEY });
  await api.ok('POST', `/v1/${id}/incidents`, { name: 'Down', status: 'INVESTIGATING' });
  await until('it is told', () => reader.events.length > 0);
  expect(reader.events[0]?.event).toBe('incident.opened');
});
