import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_KEY, startProduct, type Product } from '../../support/product.ts';

let direct: Product;
let behind: Product;
beforeAll(async () => {
  direct = await startProduct({});
  behind = await startProduct({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }, {}, direct.databaseUrl);
});
afterAll(async () => {
  await behind?.close();
  await direct?.close();
});

/** Where the audit log says that a page was made from. */
async function seenFrom(product: Product, forwardedFor: string, subdomain: string): Promise<string> {
  const response = await fetch(`${product.url}/v1/pages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      'content-type': 'application/json',
      'x-forwarded-for': forwardedFor,
    },
    body: JSON.stringify({ name: 'Shop', subdomain, email: 'owner@example.com' }),
  });
  const { id } = (await response.json()) as { id: string };
  const { auditLog } = await product.ok('GET', `/${id}/audit-log`);
  return auditLog[0].origin as string;
}

test('a proxy that is trusted says where a request came from, as far as the trusted ones saw it', async () => {
  expect(await seenFrom(behind, '203.0.113.9', 'one')).toBe('203.0.113.9');
  expect(await seenFrom(behind, '198.51.100.1, 203.0.113.9, 10.1.2.3', 'two')).toBe('203.0.113.9');
});

test('anybody else may say what they like', async () => {
  expect(await seenFrom(direct, '203.0.113.9', 'three')).toBe('127.0.0.1');
});
