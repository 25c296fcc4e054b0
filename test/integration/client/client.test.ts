import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTocsinClient, TocsinError, type TocsinClient } from '../../../src/client/index.ts';
import { ADMIN_KEY, startProduct, type Product } from '../../support/product.ts';

const run = promisify(execFile);

let product: Product;
let client: TocsinClient;
let pageId: string;
beforeAll(async () => {
  product = await startProduct();
  client = createTocsinClient({ url: product.url, apiKey: ADMIN_KEY });
  const body = { name: 'Shop', subdomain: 'shop', email: 'ops@example.com' };
  pageId = (await client.post('/v1/pages', { body })).id;
});
afterAll(() => product.close());

const open = (name: string) =>
  client.post('/v1/{page_id}/incidents', {
    params: { path: { page_id: pageId } },
    body: { name, status: 'INVESTIGATING', shouldPublish: false },
  });

describe('the client', () => {
  test('opens, takes on and reads an incident', async () => {
    const { id, number } = await open('Checkout fails');
    const params = { path: { id } };
    const { message } = await client.post('/incidents/{id}/acknowledge', { params, body: {} });
    expect(message).toContain(`#${number} Checkout fails`);
    const { incident } = await client.get('/incidents/{id}', { params });
    expect(incident.response.state).toBe('ACKNOWLEDGED');
  });

  test('is told what is wrong with what it sends', async () => {
    const wrong = client.post('/v1/{page_id}/incidents', {
      params: { path: { page_id: pageId } },
      body: { name: '', status: 'INVESTIGATING' },
    });
    const error: unknown = await wrong.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TocsinError);
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_error',
      details: [{ path: 'name' }],
      requestId: expect.stringMatching(/^req_/),
    });
  });

  test('does a POST once, though its answer was lost on the way', async () => {
    let tries = 0;
    const unlucky = createTocsinClient({
      url: product.url,
      apiKey: ADMIN_KEY,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        tries += 1;
        if (tries === 1) throw new TypeError('fetch failed');
        return response;
      },
    });
    const params = { path: { page_id: pageId } };
    await unlucky.post('/teams', { body: { pageId, name: 'Night shift', members: [] } });
    const { teams } = await client.get('/{page_id}/teams', { params });
    expect(tries).toBe(2);
    expect(teams.filter(({ name }) => name === 'Night shift')).toHaveLength(1);
  });

  test('reads a list to its end', async () => {
    for (const name of ['one', 'two', 'three'])
      await client.post('/teams', { body: { pageId, name, members: [] } });
    const params = { path: { page_id: pageId }, query: { limit: 2 } };
    const names: string[] = [];
    for await (const { teams } of client.pages('/{page_id}/teams', { params }))
      names.push(...teams.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(['one', 'two', 'three']));
    expect(new Set(names).size).toBe(names.length);
  });

  test('takes what is no JSON as it is', async () => {
    const params = { path: { page_id: pageId } };
    const csv = await client.get('/{page_id}/on-call/fairness.csv', { params });
    expect(csv).toMatch(/^\w+.*,/);
  });

  test('follows events, and goes on where it was', async () => {
    const abort = new AbortController();
    let opened: () => void = () => undefined;
    const isOpen = new Promise<void>((done) => (opened = done));
    const followed = client.events(pageId, {
      types: ['incident.opened'],
      signal: abort.signal,
      onOpen: () => opened(),
    });
    const next = followed.next();
    await isOpen;
    const first = await open('First');
    const { value } = await next;
    expect(value?.event).toMatchObject({ type: 'incident.opened', incidentId: first.id });
    abort.abort();
    expect(await followed.next()).toMatchObject({ done: true });

    const second = await open('Second');
    const lastEventId = value?.lastEventId ?? '';
    for await (const { event } of client.events(pageId, { types: ['incident.opened'], lastEventId })) {
      expect(event.incidentId).toBe(second.id);
      break;
    }
  });

  test('is refused where its key is', async () => {
    const stranger = createTocsinClient({ url: product.url, apiKey: 'nobody' });
    await expect(stranger.get('/v2/pages')).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    await expect(stranger.events(pageId).next()).rejects.toMatchObject({ status: 401 });
  });
});

describe('the example in docs/client.md', () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/client.md', 'utf8')) ?? [];
  let dir: string;
  beforeAll(() => {
    mkdirSync('node_modules/.cache', { recursive: true });
    dir = mkdtempSync(resolve('node_modules/.cache/client-example-'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('is at most 15 lines of a program, and compiles', () => {
    expect(example.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(16);
    writeFileSync(
      join(dir, 'example.ts'),
      example.replace("'tocsin/client'", "'../../../src/client/index.ts'"),
    );
    const options = {
      target: 'ES2023',
      module: 'NodeNext',
      types: ['node'],
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    };
    writeFileSync(
      join(dir, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['example.ts'] }),
    );
    execFileSync('node_modules/.bin/tsc', ['-p', dir], { encoding: 'utf8' });
  });

  test('runs', async () => {
    const { number } = await open('There before');
    const source = example
      .replace("'tocsin/client'", `'${resolve('src/client/index.ts')}'`)
      .replace('http://127.0.0.1:3000', product.url);
    const file = join(dir, 'run.ts');
    writeFileSync(file, source);
    // Not execFileSync: the product it talks to is in this process.
    const { stdout, stderr } = await run(process.execPath, ['--import', './scripts/typescript.mjs', file], {
      env: { PATH: process.env['PATH'] ?? '', TOCSIN_API_KEY: ADMIN_KEY },
    });
    expect(stdout).toContain(`#${number} TRIGGERED There before\n`);
    expect(stderr).toBe('');
  });
});
