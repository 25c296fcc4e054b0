import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpApp } from '../../../src/http/app.ts';
import type { HttpApp } from '../../../src/http/http-app.ts';
import { openDatabase } from '../../../src/repositories/client.ts';
import { unitOfWork } from '../../../src/repositories/unit-of-work.ts';
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
