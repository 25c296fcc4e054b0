import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { HttpApp } from '../../../src/http/http-app.ts';
import { appWith, AUTH } from '../../support/http-app.ts';

describe('health', () => {
  it('is alive without a key', async () => {
    expect((await appWith().app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  });

  it('is unready, by name, while the database or the queue does not answer', async () => {
    const down = { ok: false, reason: 'refused' } as const;
    const { app } = appWith({
      overrides: {
        wake: { at: () => undefined, check: async () => undefined, ping: async () => down } as never,
      },
    });
    const answer = await app.inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      status: 'unavailable',
      checks: { database: { ok: true }, queue: down, chat: { ok: true } },
    });
  });

  it('stays ready while chat is down, and reports it', async () => {
    const { app } = appWith({
      overrides: { chat: { check: async () => Promise.reject(new Error('token xoxb-1')) } as never },
    });
    const answer = await app.inject('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().checks.chat).toEqual({ ok: false, reason: 'the check failed' });
  });

  it('shows metrics to any key without a page, and to no other', async () => {
    const { app } = appWith({
      keys: [
        { secret: 'secret', scope: 'read' },
        { secret: 'bound', pageId: 'page_1' },
      ],
    });
    await app.inject('/healthz');
    const answer = await app.inject({ url: '/metrics', headers: AUTH });
    expect(answer.body).toContain(
      'tocsin_http_request_seconds_count{method="GET",route="/healthz",status="200"} 1',
    );
    expect(
      (await app.inject({ url: '/metrics', headers: { authorization: 'Bearer bound' } })).statusCode,
    ).toBe(403);
    expect((await app.inject('/metrics')).statusCode).toBe(401);
  });
});

describe('documentation', () => {
  it('describes every route in OpenAPI 3.1, without a key', async () => {
    const api = (await appWith().app.inject('/openapi.json')).json();
    expect(api.openapi).toBe('3.1.0');
    expect(Object.keys(api.paths)).toEqual(
      expect.arrayContaining(['/things', '/{page_id}/things', '/healthz', '/readyz']),
    );
    expect(api.paths['/healthz'].get.security).toEqual([]);
    expect(api.components.schemas.Error.properties.error.properties.code.enum).toContain('not_found');
  });

  it('names the models that it refers to, and no others', async () => {
    const text = (await appWith().app.inject('/openapi.json')).body;
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    const { schemas } = JSON.parse(text).components;
    expect(new Set(references)).toEqual(new Set(Object.keys(schemas)));
    expect(references).toContain('Incident');
  });

  it('is a page that loads nothing from anywhere', async () => {
    const answer = await appWith().app.inject('/docs');
    expect(answer.body).toContain('<code>/things</code>');
    expect(answer.body).not.toMatch(/<script|<link|src=|url\(/);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('over a socket', () => {
  /** Sends raw bytes and answers everything that came back until the server closed. */
  async function raw(app: HttpApp, text: string): Promise<string> {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        answer += String(chunk);
      });
      socket.on('error', reject).on('close', () => resolve(answer));
    });
  }
  const HEAD =
    'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret\r\nContent-Type: application/json\r\nConnection: close\r\n';

  it('takes a chunked body', async () => {
    const body = '{"pageId":"page_1","name":"x"}';
    const answer = await raw(
      appWith().app,
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(body);
  });

  it('answers 413 to a chunked body above 1 MiB', async () => {
    const chunk = 'x'.repeat(64 * 1024);
    const chunks = `${(64 * 1024).toString(16)}\r\n${chunk}\r\n`.repeat(17);
    expect(await raw(appWith().app, `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
  });

  it('does nothing for a body that was cut off, and serves the next request', async () => {
    const lines: Record<string, unknown>[] = [];
    const { app } = appWith({ log: (line) => lines.push(line) });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => {
      socket.end(`${HEAD}Content-Length: 1000\r\n\r\n{"pageId":"page_1","name":"x"}`);
    });
    await new Promise((resolve) => socket.on('error', resolve).on('close', resolve).resume());
    const next = await fetch(`http://127.0.0.1:${port}/page_1/things`, { headers: AUTH });
    expect(next.status).toBe(200);
    expect(lines.filter((line) => line['status'] === 200 && line['route'] === '/things')).toEqual([]);
    expect(lines.filter((line) => Number(line['level']) >= 50)).toEqual([]);
  });

  it('answers malformed HTTP in the shape of every error', async () => {
    const answer = await raw(appWith().app, 'NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    expect(answer).toContain('{"error":{"code":"validation_error"');
  });
});
