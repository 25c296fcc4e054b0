import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_KEY, startProduct, type Product } from '../../support/product.ts';

const ORIGIN = 'https://status.example.com';
const authorization = `Bearer ${ADMIN_KEY}`;

let product: Product;
let other: Product;
let pageId: string;
beforeAll(async () => {
  product = await startProduct({});
  other = await startProduct({ CORS_ORIGINS: ORIGIN }, {}, product.databaseUrl);
  ({ id: pageId } = await product.ok('POST', '/v1/pages', {
    name: 'Shop',
    subdomain: 'shop',
    email: 'owner@example.com',
  }));
  for (let i = 0; i < 20; i += 1) {
    await product.ok('POST', `/v1/${pageId}/components`, { name: `component ${i}`, status: 'OPERATIONAL' });
  }
});
afterAll(async () => {
  await other?.close();
  await product?.close();
});

/** As it came, not unpacked. */
async function raw(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers: { authorization, ...headers } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('a long list', () => {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes };

  test.each(['gzip', 'br', 'identity'] as const)('comes as %s where that is asked for', async (encoding) => {
    const url = `${product.url}/v1/${pageId}/components`;
    const { headers, bytes } = await new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>(
      (resolve, reject) => {
        const asked = request(url, { headers: { authorization, 'accept-encoding': encoding } }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
        });
        asked.on('error', reject);
        asked.end();
      },
    );
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(JSON.parse(unpack[encoding](bytes).toString())).toHaveLength(20);
  });

  test('has the same ETag however it is packed, and is not sent again', async () => {
    const url = `${product.url}/v1/${pageId}/components`;
    const etag = (await raw(url, { 'accept-encoding': 'identity' })).response.headers.get('etag') ?? '';
    const again = await raw(url, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(again.response.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
  });
});

test('a packed body of a request is refused, not unpacked', async () => {
  const response = await fetch(`${product.url}/v1/${pageId}/components`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync('{"name":"packed"}'),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
});

describe('a page of another origin', () => {
  const preflight = (url: string, origin: string) =>
    fetch(`${url}/v1/${pageId}/components`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  test('is told nothing by default', async () => {
    const asked = await preflight(product.url, ORIGIN);
    expect(asked.status).toBe(404);
    const { response } = await raw(`${product.url}/v1/${pageId}/components`, { origin: ORIGIN });
    for (const { headers } of [asked, response]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('may call the API where the settings name it, and no other may', async () => {
    const asked = await preflight(other.url, ORIGIN);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const { response } = await raw(`${other.url}/v1/${pageId}/components`, { origin: ORIGIN });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('access-control-expose-headers')).toContain('etag');
    const stranger = await raw(`${other.url}/v1/${pageId}/components`, { origin: 'https://evil.example' });
    expect(stranger.response.headers.get('access-control-allow-origin')).toBeNull();
    const withoutKey = await fetch(`${other.url}/v1/${pageId}/components`, { headers: { origin: ORIGIN } });
    expect(withoutKey.status).toBe(401);
    expect(withoutKey.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  test('is answered without a body that is no JSON, also where it asks for nothing', async () => {
    for (const headers of [{}, { origin: ORIGIN }, { origin: 'https://evil.example' }]) {
      const asked = await fetch(`${other.url}/v1/${pageId}/components`, { method: 'OPTIONS', headers });
      expect([asked.status, await asked.text()]).toEqual([204, '']);
    }
  });

  test('may follow events where the settings name it', async () => {
    const leave = new AbortController();
    const stream = await fetch(`${other.url}/${pageId}/events`, {
      headers: { authorization, origin: ORIGIN },
      signal: leave.signal,
    });
    expect(stream.status).toBe(200);
    expect(stream.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(stream.headers.get('x-request-id')).toMatch(/^req_/);
    leave.abort();
  });
});
