import { describe, expect, test } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { probeMonitor, type Checkable } from '../../../src/probes/probe.ts';
import { servesHttp, servesTcp } from './partner.ts';

const means = { allowPrivateTargets: true, startedAt: asEpochMs(Date.UTC(2026, 0, 15)) };
const ofHttp = { httpMethod: 'GET', headers: {}, queryParams: {}, basicAuth: null, body: null } as const;
const check = (type: Checkable['type'], url: string | null) => probeMonitor({ ...ofHttp, type, url }, means);

describe('a monitor is checked as its type asks:', () => {
  test('HTTP and HTTP_API by a request', async () => {
    const url = await servesHttp((request, response) => response.end(request.method));
    for (const type of ['HTTP', 'HTTP_API'] as const) {
      expect(await check(type, url)).toMatchObject({ kind: 'response', statusCode: 200, body: 'GET' });
    }
  });

  test('TCP by connecting', async () => {
    const port = await servesTcp((socket) => socket.resume());
    expect(await check('TCP', `tcp://127.0.0.1:${port}`)).toMatchObject({ kind: 'connected' });
  });

  test.each([
    ['PING', 'https://shop.example/', /^the url must be a host alone/],
    ['TCP', 'shop.example', /^the url must be host:port/],
    ['DNS', '-x', /^the url must be a host/],
    ['DNS', null, /^the url must be a host/],
    ['HEARTBEAT', null, /^a heartbeat is waited for/],
  ] as const)('%s by nothing where its url is %s, which it says', async (type, url, sentence) => {
    expect(await check(type, url)).toMatchObject({
      kind: 'failed',
      startedAt: means.startedAt,
      error: expect.stringMatching(sentence) as string,
    });
  });
});
