import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { doorForPeople } from './door.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing but the page's own files runs or loads; text can never become markup (`require-trusted-types-for`). */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** Serves the files of the folder `page`, from memory, under `/sandbox/page/`. The page needs no build step. */
export function registerPageFiles(app: FastifyInstance): { index: Buffer } {
  const directory = new URL('page/', import.meta.url);
  for (const name of readdirSync(directory)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const content = readFileSync(new URL(name, directory));
    app.get(`/sandbox/page/${name}`, doorForPeople, (_request, reply) => reply.type(type).send(content));
  }
  return { index: readFileSync(new URL('index.html', directory)) };
}
