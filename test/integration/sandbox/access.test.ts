import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_KEY, ANN, startSandbox, type Harness } from './harness.ts';

let sandbox: Harness;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

type Answer = { status: number; headers: Record<string, unknown>; body: string };

/** A request with exactly these headers: `fetch` would set Host and Origin by itself. */
function ask(path: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${sandbox.url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
const status = async (path: string, headers: Record<string, string>): Promise<number> =>
  (await ask(path, headers)).status;

describe('from this machine', () => {
  it.each(['localhost', 'localhost:3000', '127.0.0.1', '[::1]:80', 'tocsin.localhost'])(
    'opens under the host name %s',
    async (host) => {
      expect(await status('/sandbox', { host })).toBe(200);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.5', '[::2]'])(
    'is closed under the host name "%s", which a rebound DNS name could be',
    async (host) => {
      expect(await status('/sandbox/state', { host })).toBeGreaterThanOrEqual(400);
    },
  );

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'is closed to what came through a proxy (%s)',
    async (name) => {
      expect(await status('/sandbox', { host: 'localhost', [name]: '127.0.0.1' })).toBe(403);
    },
  );

  it('answers refusals as a page for people', async () => {
    const { headers, body } = await ask('/sandbox', { host: 'evil.example' });
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('admin key');
  });
});

describe('from elsewhere', () => {
  it('opens with an admin key as a bearer token', async () => {
    const headers = { host: 'tocsin.example.com' };
    expect(await status('/sandbox', { ...headers, authorization: `Bearer ${ADMIN_KEY}` })).toBe(200);
    expect(await status('/sandbox', { ...headers, authorization: 'Bearer wrong' })).toBe(403);
  });

  it('remembers a key shown once in a cookie that scripts cannot read, and takes it out of the address', async () => {
    const host = 'tocsin.example.com';
    const entered = await ask(`/sandbox?key=${ADMIN_KEY}`, { host });
    expect([entered.status, entered.headers['location']]).toEqual([303, '/sandbox']);
    const [cookie = ''] = entered.headers['set-cookie'] as string[];
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(ADMIN_KEY);
    expect(await status('/sandbox/state', { host, cookie: cookie.split(';')[0] ?? '' })).toBe(200);
    expect(await status('/sandbox/state', { host, cookie: 'tocsin_sandbox=guess' })).toBe(403);
    expect(await status('/sandbox?key=wrong', { host })).toBe(403);
  });
});

describe('a change', () => {
  const say = async (headers: Record<string, string>): Promise<number> => {
    await sandbox.slack.chat.postMessage({ channel: '#ops', text: 'x' });
    const body = JSON.stringify({ as: ANN.userId, channel: await sandbox.channelId('ops'), text: 'hi' });
    return (
      await ask(
        '/sandbox/do/say',
        { host: 'localhost', 'content-type': 'application/json', ...headers },
        'POST',
        body,
      )
    ).status;
  };

  it('is taken from the own page', async () => {
    expect(await say({ origin: 'http://localhost' })).toBe(200);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:8080' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a browser that names no origin but another site', { 'sec-fetch-site': 'cross-site' }],
    ['a form, which any site can send', { 'content-type': 'text/plain', origin: 'http://localhost' }],
  ])('is refused from %s', async (_what, headers) => {
    expect(await say(headers as Record<string, string>)).toBeGreaterThanOrEqual(400);
  });
});

describe('the page', () => {
  it('lets nothing run or load but its own files', async () => {
    const { headers } = await ask('/sandbox', { host: 'localhost' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('names nothing from elsewhere in any of its files', async () => {
    const index = await ask('/sandbox', { host: 'localhost' });
    const named = [...index.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(named.every((path) => path.startsWith('/sandbox/page/'))).toBe(true);
    for (const path of named) expect((await ask(path, { host: 'localhost' })).status).toBe(200);
  });

  it('answers a place that is not there as a page for people', async () => {
    const { status: code, headers } = await ask('/sandbox/nowhere', { host: 'localhost' });
    expect([code, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });
});
