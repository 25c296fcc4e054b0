import { describe, expect, test } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { probeTcp } from '../../../src/probes/tcp.ts';
import { closedPort, servesTcp } from './partner.ts';

const means = { allowPrivateTargets: true, startedAt: asEpochMs(Date.UTC(2026, 0, 15)) };

describe('a TCP check', () => {
  test('connects, says how long that took, and hangs up without a word', async () => {
    const seen: string[] = [];
    let closed: (seen: string[]) => void;
    const over = new Promise((resolve) => (closed = resolve));
    const port = await servesTcp((socket) => {
      socket.on('data', (data) => seen.push(String(data)));
      socket.on('close', () => closed(seen));
    });
    const result = await probeTcp({ host: 'localhost', port }, means);
    expect(result).toEqual({
      kind: 'connected',
      startedAt: means.startedAt,
      phases: {
        dnsTime: expect.any(Number) as number,
        tcpTime: expect.any(Number) as number,
        tlsTime: null,
        firstByteTime: null,
        downloadTime: null,
        responseTime: expect.any(Number) as number,
      },
      ssl: null,
    });
    expect(await over).toEqual([]);
  });

  test('fails where nobody listens, and says so', async () => {
    const port = await closedPort();
    expect(await probeTcp({ host: '127.0.0.1', port }, means)).toMatchObject({
      kind: 'failed',
      error: `connection refused by 127.0.0.1:${port}`,
      phases: { responseTime: null },
    });
  });

  test('fails where there is no such name', async () => {
    expect(await probeTcp({ host: 'nowhere.invalid', port: 80 }, means)).toMatchObject({
      error: expect.stringMatching(
        /^DNS: no (address for|answer from the resolver about) nowhere\.invalid$/,
      ) as string,
    });
  });

  test.each([
    ['127.0.0.1', false, 'a loopback'],
    ['localhost', false, 'a loopback'],
    ['::1', false, 'a loopback'],
    ['169.254.169.254', true, 'a link-local'],
    ['::ffff:169.254.169.254', true, 'a link-local'],
  ])('connects to no forbidden target: %s', async (host, allowPrivateTargets, kind) => {
    const result = await probeTcp({ host, port: 80 }, { ...means, allowPrivateTargets });
    expect(result).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining(`is refused: it is ${kind} address`) as string,
    });
  });
});
