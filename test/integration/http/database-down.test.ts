import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpApp } from '../../../src/http/app.ts';
import type { HttpApp } from '../../../src/http/http-app.ts';
import { isOutOfReach } from '../../../src/http/out-of-reach.ts';
import { openDatabase } from '../../../src/repositories/client.ts';
import { unitOfWork } from '../../../src/repositories/unit-of-work.ts';
import type { Store } from '../../../src/services/ports/store.ts';
import { httpServices } from '../../support/http-services.ts';

let app: HttpApp;
let close: () => Promise<void>;
beforeAll(() => {
  // Nobody listens on port 1.
  const database = openDatabase({ connectionString: 'postgresql://u:hunter2@127.0.0.1:1/x', poolSize: 2 });
  const { services } = httpServices({
    keys: [],
    pageIds: [],
    overrides: { uow: unitOfWork(database) },
  });
  app = createHttpApp({ services });
  close = database.close;
});
afterAll(async () => {
  await app.close();
  await close();
});

it('answers 503 to every request while the database is out of reach, without a word about where it is', async () => {
  const answer = await app.inject({ url: '/v2/pages', headers: { authorization: 'Bearer secret' } });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toEqual({ error: { code: 'unavailable', message: 'The database does not answer' } });
});

it('says so when it is asked whether it is ready, and stays alive', async () => {
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().checks.database.ok).toBe(false);
  expect(answer.body).not.toMatch(/127\.0\.0\.1|hunter2/);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});

/** A server that lets a client in and shuts down, all in one breath. */
const WELCOME_AND_GOODBYE = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
  Buffer.from([0x45, 0, 0, 0, 34]),
  Buffer.from('SFATAL\0C57P01\0Mshutting down\0\0', 'latin1'),
]);

it('outlives a server that goes away just as it has let somebody in, and says 503', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(WELCOME_AND_GOODBYE));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const database = openDatabase({ connectionString: `postgresql://u:p@127.0.0.1:${port}/x`, poolSize: 2 });
  const uow = unitOfWork(database);
  const { services } = httpServices({ keys: [], pageIds: [], overrides: { uow } });
  const other = createHttpApp({ services });
  const answer = await other.inject({ url: '/v2/pages', headers: { authorization: 'Bearer secret' } });
  expect(answer.statusCode).toBe(503);
  const read = (store: Store) => store.pages.find('page_x');
  const ends = await Promise.allSettled([uow.transaction(read), uow.together(read), read(uow.read)]);
  expect(ends.map((end) => end.status === 'rejected' && isOutOfReach(end.reason))).toEqual([
    true,
    true,
    true,
  ]);
  await other.close();
  await database.close();
  await new Promise((closed) => void server.close(closed));
});
