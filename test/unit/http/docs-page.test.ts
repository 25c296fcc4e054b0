import { expect, test } from 'vitest';
import { docsPage } from '../../../src/http/docs-page.ts';

const page = docsPage({
  info: { title: 'Things', description: 'Answers carry `etag: <x>`; a lone ` stays.' },
  paths: {
    '/things': {
      get: {
        summary: 'Things by `name`',
        description: 'Each as `{id}`.',
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string', description: 'See `name` & <b>' } }],
        responses: {},
      },
    },
  },
});

test('shows what stands between backticks as code, and nothing that is written as HTML', () => {
  expect(page).toContain('Answers carry <code>etag: &lt;x&gt;</code>; a lone ` stays.');
  expect(page).toContain('<small>Things by <code>name</code></small>');
  expect(page).toContain('<p>Each as <code>{id}</code>.</p>');
  expect(page).toContain('See <code>name</code> &amp; &lt;b&gt;');
});
