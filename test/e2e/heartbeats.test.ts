import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import type { Json } from '../support/product.ts';
import { ProductProcess } from '../support/product-process.ts';
import { until } from '../support/until.ts';

/* Jobs that call a product of its own process, by the clock of the machine, and kill -9 while they do. */

let dataDir: string;
let settings: Record<string, string> & { DATA_DIR: string; PORT: string };
let product: ProductProcess;
let pageId: string;

const start = () => new ProductProcess(settings).ready();
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-heartbeats-'));
  settings = { DATA_DIR: dataDir, PORT: await freePort() };
  product = await start();
  const page = { name: 'Shop', subdomain: 'shop', email: 'ops@shop.test' };
  pageId = (await product.ok('POST', '/v1/pages', page)).id;
}, 90_000);
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

const job = async (more: Json = {}): Promise<Json> =>
  (await product.ok('POST', '/monitors', { pageId, type: 'HEARTBEAT', ...more })).monitor;
const statusOf = async (id: string): Promise<string> =>
  (await product.ok('GET', `/monitors/${id}`)).monitor.status;
const incidentsOf = async (id: string): Promise<Json[]> =>
  (await product.ok('GET', `/v1/${pageId}/incidents?per_page=100`)).filter(
    ({ monitorId }: Json) => monitorId === id,
  );

test('a job that falls silent is down within seconds, by itself, and up again when it calls', async () => {
  const { id, heartbeatUrl } = await job({ checksInterval: 5, graceSeconds: 0 });
  const call = () => fetch(heartbeatUrl, { method: 'HEAD' });
  expect((await call()).status).toBe(200);
  expect(await statusOf(id)).toBe('UP');
  await until('the silence is found', async () => (await statusOf(id)) === 'DOWN');
  await call();
  expect(await incidentsOf(id)).toMatchObject([{ status: 'RESOLVED' }]);
});

test('no failure that was answered is lost with the process: each is an incident, once', async () => {
  const jobs = await Promise.all(Array.from({ length: 20 }, () => job({ checksInterval: 86_400 })));
  await Promise.all(jobs.map(({ heartbeatUrl }) => fetch(heartbeatUrl)));
  const answered: string[] = [];
  const calls = jobs.map(async ({ id, heartbeatUrl }) => {
    const answer = await fetch(`${heartbeatUrl}/fail`).catch(() => null);
    if (answer?.status === 200) answered.push(id);
  });
  await until('some are answered', () => answered.length > 2);
  await product.killEverything();
  await Promise.all(calls);
  product = await start();
  for (const id of answered) await until('it is down', async () => (await statusOf(id)) === 'DOWN');
  for (const id of answered) expect(await incidentsOf(id)).toHaveLength(1);
  // Those that nobody answered were stored or not.
  for (const { id } of jobs) expect((await incidentsOf(id)).length).toBeLessThan(2);
}, 120_000);
