import { describe, expect, test } from 'vitest';
import { probeHttp } from '../../../src/probes/http.ts';
import { aRequest, closedPort, servesHttp, servesTcp } from './partner.ts';

async function errorOf(url: string, fields: Parameters<typeof aRequest>[1] = {}): Promise<string | null> {
  const result = await probeHttp(aRequest(url, fields));
  return result.kind === 'failed' ? result.error : null;
}

describe('a check that cannot complete says', () => {
  test('that the connection was refused, and by whom', async () => {
    const port = await closedPort();
    expect(await errorOf(`http://127.0.0.1:${port}/`)).toBe(`connection refused by 127.0.0.1:${port}`);
    expect(await errorOf(`http://localhost:${port}/`)).toContain(`connection refused by 127.0.0.1:${port}`);
  });

  test('that the name has no address', async () => {
    // Without a network the resolver is silent where it would else deny the name.
    expect(await errorOf('http://nowhere.invalid/')).toMatch(
      /^DNS: no (address for|answer from the resolver about) nowhere\.invalid$/,
    );
  });

  test('that the connection closed before the answer', async () => {
    const port = await servesTcp((socket) => socket.once('data', () => socket.end()));
    expect(await errorOf(`http://127.0.0.1:${port}/`)).toBe(
      `127.0.0.1:${port} closed the connection while waiting for the first byte`,
    );
  });

  test('that the connection closed within the body', async () => {
    const port = await servesTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')),
    );
    expect(await errorOf(`http://127.0.0.1:${port}/`)).toBe(
      `127.0.0.1:${port} closed the connection while reading the body`,
    );
  });

  test('that the answer is no HTTP', async () => {
    const port = await servesTcp((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await errorOf(`http://127.0.0.1:${port}/`)).toContain(`127.0.0.1:${port} did not answer in HTTP`);
  });

  test('that the body cannot be decompressed', async () => {
    const url = await servesHttp((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end('not gzip at all'),
    );
    expect(await errorOf(url)).toContain('cannot be decompressed');
  });

  test('that the request cannot be sent', async () => {
    const url = await servesHttp((_request, response) => response.end());
    expect(await errorOf(url, { headers: { 'X-Bad': 'line\nbreak' } })).toContain(
      'the request cannot be sent',
    );
  });

  test.each(['not a url', 'ftp://files.example/'])('that the URL is none to check: %s', async (url) => {
    expect(await errorOf(url)).toMatch(/^the URL (cannot be read|is neither http nor https): /);
  });
});

describe('a check that takes too long says what it was waiting for:', () => {
  test('the first byte', async () => {
    const port = await servesTcp(() => {});
    const result = await probeHttp(aRequest(`http://127.0.0.1:${port}/`, { timeoutMs: 100 }));
    expect(result).toMatchObject({
      kind: 'failed',
      error: 'timed out after 0.1 s while waiting for the first byte',
      phases: { tcpTime: expect.any(Number) as number, firstByteTime: null, responseTime: null },
    });
  });

  test('the body, however steadily it drips', async () => {
    const port = await servesTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await errorOf(`http://127.0.0.1:${port}/`, { timeoutMs: 150 })).toBe(
      'timed out after 0.15 s while reading the body',
    );
  });

  test('the TLS handshake', async () => {
    const port = await servesTcp(() => {});
    expect(await errorOf(`https://127.0.0.1:${port}/`, { timeoutMs: 100 })).toBe(
      'timed out after 0.1 s during the TLS handshake',
    );
  });

  test('a whole chain of redirects, not each hop anew', async () => {
    const url = await servesHttp((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 60);
    });
    expect(await errorOf(url, { timeoutMs: 150 })).toBe(
      'timed out after 0.15 s while waiting for the first byte',
    );
  });

  test('and hangs up', async () => {
    let hungUp: (reason: string) => void;
    const closed = new Promise<string>((resolve) => (hungUp = resolve));
    const port = await servesTcp((socket) => socket.resume().on('close', () => hungUp('closed')));
    await errorOf(`http://127.0.0.1:${port}/`, { timeoutMs: 50 });
    expect(await closed).toBe('closed');
  });
});
