import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openapiDocument } from '../../support/openapi-document.ts';

test('the types of the client are those of the API as it is', async () => {
  const [, madeOf] =
    /SHA-256 of the OpenAPI document: ([\da-f]{64})/.exec(readFileSync('src/client/schema.ts', 'utf8')) ?? [];
  const document = await openapiDocument();
  const hash = createHash('sha256').update(document).digest('hex');
  expect(madeOf, 'src/client/schema.ts is of another API: run `npm run client`').toBe(hash);
});
