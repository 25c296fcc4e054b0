import { describe, expect, test } from 'vitest';
import { createTocsinClient, TocsinError } from '../../../src/client/index.ts';

const KEY = 'tk_very-secret';
const OPTIONS = { url: 'http://tocsin.example.com/', apiKey: KEY };
const INCIDENT = { params: { path: { id: 'inc_1' } } };

type Sent = { url: string; method: string; headers: Headers; body: string };
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const refusal = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { error: { code, message: 'said so' } }, headers);

/** A client whose server answers so, one after the other, the last one for ever. */
function clientOf(answers: (() => Response | Promise<Response>)[], options: { timeoutMs?: number } = {}) {
  const sent: Sent[] = [];
  const client = createTocsinClient({
    ...OPTIONS,
    ...options,
    fetch: async (url, init) => {
      const { method, headers, body } = new Request(url, init);
      sent.push({ url, method, headers, body: body === null ? '' : await new Response(body).text() });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      const aborted = new Promise<never>((_resolve, reject) => {
        if (init.signal?.aborted === true) reject(init.signal.reason);
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
      return Promise.race([answer?.() ?? refusal(500, 'internal'), aborted]);
    },
  });
  return { client, sent };
}
const broken = () =>
  Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }));
const caught = async (promise: Promise<unknown>): Promise<TocsinError> => {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TocsinError)) throw new Error(`no TocsinError: ${String(error)}`);
  return error;
};

describe('a call', () => {
  test('carries the key, and answers what the server answers', async () => {
    const { client, sent } = clientOf([() => json(200, { incident: { number: 42 } })]);
    const { incident } = await client.get('/incidents/{id}', INCIDENT);
    expect(incident.number).toBe(42);
    expect(sent).toMatchObject([{ url: 'http://tocsin.example.com/incidents/inc_1', method: 'GET' }]);
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
  });

  test('throws what the server refuses by, field by field', async () => {
    const details = [{ path: 'name', message: 'is required' }];
    const body = { error: { code: 'validation_error', message: 'no', details } };
    const { client } = clientOf([() => json(400, body, { 'x-request-id': 'req_1' })]);
    const error = await caught(client.get('/incidents/{id}', INCIDENT));
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_error',
      message: 'no',
      details,
      requestId: 'req_1',
    });
  });

  test.each([
    ['a page of somebody else', () => new Response('<html>', { status: 502 }), 502],
    [
      'a sign-in page in the place of the answer',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      200,
    ],
    ['JSON that is none', () => new Response('{', { headers: { 'content-type': 'application/json' } }), 200],
  ])('says so of %s', async (_what, answer, status) => {
    const { client } = clientOf([answer]);
    expect(await caught(client.get('/incidents/{id}', INCIDENT))).toMatchObject({
      code: 'unexpected',
      status,
    });
  });

  test('names where a redirect points, and follows none', async () => {
    const { client, sent } = clientOf([
      () => new Response(null, { status: 301, headers: { location: 'https://tocsin.example.com/' } }),
    ]);
    const error = await caught(client.post('/incidents/{id}/resolve', { ...INCIDENT, body: {} }));
    expect(error.message).toContain('https://tocsin.example.com/');
    expect(sent).toHaveLength(1);
  });

  test('keeps the key out of what it throws', async () => {
    for (const answers of [
      [broken],
      [() => refusal(401, 'unauthorized')],
      [() => new Response(null, { status: 418 })],
    ]) {
      const error = await caught(clientOf(answers).client.get('/v2/pages'));
      expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toContain(KEY);
    }
    for (const apiKey of [`${KEY}\n`, '']) {
      expect(() => createTocsinClient({ ...OPTIONS, apiKey })).toThrow(
        /^apiKey must be visible ASCII characters$/,
      );
    }
    expect(() => createTocsinClient({ ...OPTIONS, url: 'http://me:hunter2@host' })).toThrow(/^(?!.*hunter2)/);
  });
});

describe('a call that gets no answer', () => {
  test.each([
    ['the connection breaks', broken],
    ['the server cannot serve now', () => refusal(503, 'unavailable', { 'retry-after': '0' })],
    ['too many requests came', () => refusal(429, 'rate_limited', { 'retry-after': '0' })],
    [
      'a proxy names a date to come again',
      () =>
        refusal(503, 'unavailable', {
          'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT',
          date: 'Thu, 01 Jan 1970 00:00:00 GMT',
        }),
    ],
  ])('is tried again when %s', async (_when, failure) => {
    const { client, sent } = clientOf([failure, failure, () => json(200, { incident: { number: 1 } })]);
    await client.get('/incidents/{id}', INCIDENT);
    expect(sent).toHaveLength(3);
  });

  test('is tried three times and no more', async () => {
    const { client, sent } = clientOf([broken]);
    expect(await caught(client.get('/v2/pages'))).toMatchObject({
      code: 'unreachable',
      status: null,
      message: 'http://tocsin.example.com cannot be reached (connect ECONNREFUSED)',
    });
    expect(sent).toHaveLength(3);
  });

  test('repeats a POST under one Idempotency-Key, which the next POST does not share', async () => {
    const ok = () => json(200, { message: 'done' });
    const { client, sent } = clientOf([broken, ok, ok]);
    for (let i = 0; i < 2; i += 1)
      await client.post('/incidents/{id}/resolve', { ...INCIDENT, body: { by: 'ann' } });
    const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(sent.map(({ body }) => body)).toEqual(Array(3).fill('{"by":"ann"}'));
  });

  test('leaves an Idempotency-Key that it is given', async () => {
    const { client, sent } = clientOf([() => json(200, {})]);
    await client.post('/incidents/{id}/resolve', {
      ...INCIDENT,
      body: {},
      headers: { 'idempotency-key': 'mine' },
    });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('mine');
  });

  test('is not repeated where it might be done twice', async () => {
    const { client, sent } = clientOf([broken]);
    await caught(client.put('/monitors/{id}', { params: { path: { id: 'm' } }, body: { paused: true } }));
    await caught(client.delete('/monitors/{id}', { params: { path: { id: 'm' } } }));
    await caught(client.request('POST', '/inbound/token', {}));
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'POST']);
  });

  test('is not repeated where the answer says that it would be the same', async () => {
    for (const status of [400, 401, 404, 409, 500]) {
      const { client, sent } = clientOf([() => refusal(status, 'internal')]);
      expect(await caught(client.get('/v2/pages'))).toMatchObject({ status });
      expect(sent).toHaveLength(1);
    }
  });

  test('ends by its timeout, also where the server says to come again later than that', async () => {
    const silent = clientOf([() => new Promise<Response>(() => undefined)], { timeoutMs: 20 });
    expect(await caught(silent.client.get('/v2/pages'))).toMatchObject({ code: 'timeout', status: null });
    expect(silent.sent).toHaveLength(1);
    const busy = clientOf([() => refusal(503, 'unavailable', { 'retry-after': '3600' })]);
    expect(await caught(busy.client.get('/v2/pages'))).toMatchObject({ code: 'unavailable' });
    expect(busy.sent).toHaveLength(1);
  });

  test('ends by its timeout in the middle of a body', async () => {
    const stuck = () =>
      new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) }));
    const client = createTocsinClient({
      ...OPTIONS,
      timeoutMs: 20,
      fetch: async (_url, { signal }) => {
        const response = stuck();
        const body = new ReadableStream({
          start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
        });
        return new Response(body, response);
      },
    });
    expect(await caught(client.get('/v2/pages'))).toMatchObject({ code: 'timeout' });
  });

  test('ends by its caller', async () => {
    const { client } = clientOf([() => new Promise<Response>(() => undefined)]);
    const abort = new AbortController();
    const call = client.get('/v2/pages', { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});

describe('the pages of a list', () => {
  test('are read until one is not full, and only as they are wanted', async () => {
    const full = () => json(200, [{ name: 'a' }, { name: 'b' }]);
    const { client, sent } = clientOf([full, full, () => json(200, [{ name: 'c' }])]);
    const names: string[] = [];
    for await (const page of client.pages('/v2/pages', { params: { query: { per_page: 2 } } })) {
      names.push(...page.map(({ name }) => name));
      expect(sent.length).toBe(Math.ceil(names.length / 2));
    }
    expect(names).toEqual(['a', 'b', 'a', 'b', 'c']);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?per_page=2&page=1',
      '?per_page=2&page=2',
      '?per_page=2&page=3',
    ]);
  });

  test('are as many as the list says that it has', async () => {
    const part = (page: number) => () => json(200, { teams: [{ name: `t${page}` }], page, totalPages: 2 });
    const { client, sent } = clientOf([part(1), part(2)]);
    const names: string[] = [];
    for await (const { teams } of client.pages('/{page_id}/teams', { params: { path: { page_id: 'p' } } })) {
      names.push(...teams.map(({ name }) => name));
    }
    expect(names).toEqual(['t1', 't2']);
    expect(sent).toHaveLength(2);
  });
});
