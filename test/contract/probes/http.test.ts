import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/probes/body.ts';
import { probeHttp } from '../../../src/probes/http.ts';
import { aRequest, servesHttp } from './partner.ts';

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A server that answers 200 and keeps what it got. */
async function aRecorder(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const url = await servesHttp((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      response.end('ok');
    });
  });
  return { url, received };
}

async function bodyOf(url: string, method = 'GET'): Promise<{ body: string; bodyTruncated: boolean }> {
  const result = await probeHttp(aRequest(url, { method }));
  if (result.kind === 'failed') throw new Error(result.error);
  return { body: result.body, bodyTruncated: result.bodyTruncated };
}

describe('the answer', () => {
  test('comes with its status, headers, body and the time of each phase', async () => {
    const url = await servesHttp((_request, response) => {
      response.writeHead(503, { 'X-Reason': 'maintenance', 'Set-Cookie': ['a=1', 'b=2'] }).end('closed');
    });
    const result = await probeHttp(aRequest(url));
    expect(result).toMatchObject({
      kind: 'response',
      statusCode: 503,
      headers: { 'x-reason': 'maintenance', 'set-cookie': 'a=1, b=2' },
      body: 'closed',
      bodyTruncated: false,
      ssl: null,
      phases: { dnsTime: null, tlsTime: null },
    });
    const { tcpTime, firstByteTime, downloadTime, responseTime } = result.phases;
    const sum = (tcpTime ?? NaN) + (firstByteTime ?? NaN) + (downloadTime ?? NaN);
    expect(sum).toBeGreaterThan(0);
    expect(responseTime).toBeGreaterThanOrEqual(sum - 0.01);
  });

  test('times the look-up of a name', async () => {
    const url = await servesHttp((_request, response) => response.end());
    const { phases } = await probeHttp(aRequest(url.replace('127.0.0.1', 'localhost')));
    expect(phases.dnsTime).toBeGreaterThan(0);
    expect(phases.tcpTime).toBeGreaterThan(0);
  });

  test.each([
    ['gzip', gzipSync('{"status": "up"}')],
    ['br', brotliCompressSync('{"status": "up"}')],
    ['identity', Buffer.from('{"status": "up"}')],
  ])('is decompressed: %s', async (encoding, body) => {
    const url = await servesHttp((_request, response) =>
      response.setHeader('content-encoding', encoding).end(body),
    );
    expect(await bodyOf(url)).toEqual({ body: '{"status": "up"}', bodyTruncated: false });
  });

  test('is read in the charset it names', async () => {
    const url = await servesHttp((_request, response) =>
      response
        .setHeader('content-type', 'text/plain; charset=iso-8859-1')
        .end(Buffer.from('caf\u00e9', 'latin1')),
    );
    expect((await bodyOf(url)).body).toBe('café');
  });

  test('to HEAD is complete without a body, whatever its encoding', async () => {
    const url = await servesHttp((_request, response) =>
      response.setHeader('content-encoding', 'gzip').setHeader('content-length', 512).end(),
    );
    expect(await bodyOf(url, 'HEAD')).toEqual({ body: '', bodyTruncated: false });
  });

  test('is cut after 1 MiB and still counts', async () => {
    const url = await servesHttp((request, response) => {
      const size = MAX_BODY_BYTES + (request.url === '/more' ? 1 : 0);
      response.end('x'.repeat(size));
    });
    const exact = await bodyOf(url);
    expect([exact.body.length, exact.bodyTruncated]).toEqual([MAX_BODY_BYTES, false]);
    const more = await bodyOf(`${url}/more`);
    expect([more.body.length, more.bodyTruncated]).toEqual([MAX_BODY_BYTES, true]);
  });

  test('is cut after 1 MiB of what a small compressed body swells to', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const url = await servesHttp((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(bomb),
    );
    const { body, bodyTruncated } = await bodyOf(url);
    expect([body.length, bodyTruncated]).toEqual([MAX_BODY_BYTES, true]);
  });
});

describe('the request', () => {
  test('carries method, headers, query, credentials and body', async () => {
    const { url, received } = await aRecorder();
    await probeHttp(
      aRequest(`${url}/api?a=1%202`, {
        method: 'POST',
        headers: { 'X-Trace': 'on', 'Content-Type': 'application/json', 'Content-Length': '9999' },
        queryParams: { b: 'c d' },
        basicAuth: { username: 'ann', password: 'sécret' },
        body: '{"é": 1}',
      }),
    );
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/api?a=1%202&b=c+d',
        body: '{"é": 1}',
        headers: expect.objectContaining({
          host: new URL(url).host,
          'x-trace': 'on',
          'content-type': 'application/json',
          'content-length': '9',
          'user-agent': 'Tocsin',
          authorization: `Basic ${Buffer.from('ann:sécret').toString('base64')}`,
        }) as unknown,
      },
    ]);
  });

  test('lets its own headers win over the defaults', async () => {
    const { url, received } = await aRecorder();
    await probeHttp(
      aRequest(url, {
        headers: { 'User-Agent': 'probe', Authorization: 'Bearer x', Host: 'virtual.example' },
        basicAuth: { username: 'ann', password: 'x' },
      }),
    );
    expect(received[0]?.headers).toMatchObject({
      'user-agent': 'probe',
      authorization: 'Bearer x',
      host: 'virtual.example',
    });
  });

  test('takes credentials from the URL', async () => {
    const { url, received } = await aRecorder();
    await probeHttp(aRequest(url.replace('//', '//ann:p%40ss@')));
    expect(received[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
  });

  test('opens a connection of its own for every check', async () => {
    const ports = new Set<number | undefined>();
    const url = await servesHttp((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    await probeHttp(aRequest(url));
    await probeHttp(aRequest(url));
    expect(ports.size).toBe(2);
  });
});
