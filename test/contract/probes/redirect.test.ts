import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { probeHttp } from '../../../src/probes/http.ts';
import { aRequest, servesHttp } from './partner.ts';

/** Tells method, secrets and body of what it got. */
const echo: RequestListener = (request, response) => {
  void text(request).then((body) => {
    const { authorization, cookie, 'x-trace': trace, 'content-type': type } = request.headers;
    response.end(JSON.stringify({ method: request.method, authorization, cookie, trace, type, body }));
  });
};
/** Answers `/<status>/<location>` with that redirect, anything else by telling what it got. */
const redirector: RequestListener = (request, response) => {
  const [, status, location] = /^\/(3\d\d)\/(.+)$/.exec(request.url ?? '') ?? [];
  if (status === undefined || location === undefined) return echo(request, response);
  response.writeHead(Number(status), { location: decodeURIComponent(location) }).end();
};

const secrets = { Authorization: 'Bearer s3cret', Cookie: 'session=1', 'X-Trace': 'on' };

async function landing(url: string, fields: Parameters<typeof aRequest>[1]): Promise<unknown> {
  const result = await probeHttp(aRequest(url, fields));
  return result.kind === 'response' ? JSON.parse(result.body) : result.error;
}

describe('a redirect', () => {
  test('within an origin is followed with everything', async () => {
    const url = await servesHttp(redirector);
    expect(await landing(`${url}/302/%2Fhome`, { headers: secrets })).toMatchObject({
      method: 'GET',
      authorization: 'Bearer s3cret',
      cookie: 'session=1',
    });
  });

  test('to another origin sees neither credentials nor cookies', async () => {
    const [url, elsewhere] = [await servesHttp(redirector), await servesHttp(echo)];
    const start = `${url}/302/${encodeURIComponent(elsewhere)}`;
    expect(await landing(start, { headers: secrets })).toEqual({ method: 'GET', trace: 'on', body: '' });
    const basicAuth = { username: 'ann', password: 'x' };
    expect(await landing(start, { basicAuth })).toEqual({ method: 'GET', body: '' });
  });

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'hello'],
    [307, 'POST', 'POST', 'hello'],
    [308, 'POST', 'POST', 'hello'],
  ])('%d after %s goes on with %s and body %j', async (status, method, then, body) => {
    const url = await servesHttp(redirector);
    const headers = { 'Content-Type': 'text/plain' };
    expect(await landing(`${url}/${status}/%2Fhome`, { method, headers, body: 'hello' })).toEqual({
      method: then,
      body,
      ...(body === '' ? {} : { type: 'text/plain' }),
    });
  });

  test('is followed five times and no more', async () => {
    const url = await servesHttp((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await probeHttp(aRequest(`${url}/5`))).toMatchObject({ statusCode: 200, body: 'there' });
    expect(await probeHttp(aRequest(`${url}/6`))).toMatchObject({
      kind: 'failed',
      error: `gave up after 5 redirects, the next to ${url}/0`,
    });
  });

  test('counts all its hops in the times', async () => {
    const url = await servesHttp(redirector);
    const { phases } = await probeHttp(aRequest(`${url}/302/%2Fhome`));
    expect(phases.responseTime).toBeGreaterThanOrEqual(
      (phases.tcpTime ?? NaN) + (phases.firstByteTime ?? NaN),
    );
  });

  test('without a place to go is an answer', async () => {
    const url = await servesHttp((_request, response) => response.writeHead(304).end());
    expect(await probeHttp(aRequest(url))).toMatchObject({ kind: 'response', statusCode: 304 });
  });

  test('to another protocol fails', async () => {
    const url = await servesHttp(redirector);
    expect(await probeHttp(aRequest(`${url}/302/ftp:%2F%2Fa.example`))).toMatchObject({
      kind: 'failed',
      error: `${url} redirects to a URL that is neither http nor https: ftp://a.example`,
    });
  });
});

describe('a forbidden target', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://2852039166/',
    'http://100.100.100.200/',
  ])('is refused always: %s', async (url) => {
    const { kind, ...result } = await probeHttp(aRequest(url, { timeoutMs: 1_000 }));
    expect(kind).toBe('failed');
    expect(result).toHaveProperty('error', expect.stringContaining('is refused: it is a'));
  });

  test('is refused behind a redirect', async () => {
    const url = await servesHttp(redirector);
    const metadata = encodeURIComponent('http://169.254.169.254/');
    expect(await probeHttp(aRequest(`${url}/302/${metadata}`))).toMatchObject({
      kind: 'failed',
      error: '169.254.169.254 is refused: it is a link-local address',
    });
  });

  test.each(['127.0.0.1', 'localhost'])(
    'is never connected to: %s where only public ones are allowed',
    async (host) => {
      let requests = 0;
      const url = await servesHttp((_request, response) => {
        requests += 1;
        response.end();
      });
      const result = await probeHttp(
        aRequest(url.replace('127.0.0.1', host), { allowPrivateTargets: false }),
      );
      expect(result).toHaveProperty('error', expect.stringContaining('it is a loopback address'));
      expect(requests).toBe(0);
    },
  );
});
