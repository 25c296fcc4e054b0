import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Services } from '../services/context.ts';
import { allInOne } from '../services/all-in-one.ts';
import { conflict } from '../services/errors.ts';
import { namesEtag } from './etag.ts';
import type { HttpApp } from './http-app.ts';

/** 128 bits of SHA-256: enough to tell versions apart. */
const ETAG_BYTES = 16;

/**
 * Every JSON answer to a GET carries an ETag: with it as `If-None-Match` the next one is 304 until something changes, and
 * a PUT or DELETE of the same path with it as `If-Match` is refused with 409 when something did. Call it before the
 * routes are made.
 */
export function conditionalRequests(app: HttpApp, services: Services): void {
  const readers = new Map<string, RouteHandlerMethod>();
  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'public') return;
    const { handler, method, url } = route;
    if (method === 'GET') {
      readers.set(url, handler);
      route.handler = function tagged(request, reply) {
        return withEtag(request, reply, handler.call(this, request, reply));
      };
    } else if (method === 'PUT' || method === 'DELETE') {
      route.handler = function compared(request, reply) {
        const wanted = request.headers['if-match'];
        if (wanted === undefined) return handler.call(this, request, reply);
        const read = readers.get(url);
        return allInOne(services, async (within) => {
          // Those that saw the same wait for each other; the second one sees what the first did.
          await within.uow.read.locks.take(JSON.stringify([url, request.params]));
          request.within = within;
          if (!(await matches(this, read, request, reply, wanted))) {
            throw conflict('It was changed since it was read: read it again');
          }
          return handler.call(this, request, reply);
        });
      };
    }
  });
}

async function withEtag(request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<unknown> {
  const payload = await answer;
  if (!isJson(payload, reply)) return payload;
  const etag = etagOf(payload);
  reply.header('etag', etag);
  // Kept by nobody else, and asked for again each time, which is cheap when nothing has changed.
  reply.header('cache-control', 'private, no-cache');
  if (!namesEtag(request.headers['if-none-match'], etag)) return payload;
  return reply.code(304).send();
}

async function matches(
  app: FastifyInstance,
  read: RouteHandlerMethod | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: string,
): Promise<boolean> {
  if (read === undefined) throw conflict('There is no GET of this path to compare If-Match with');
  return namesEtag(wanted, etagOf(await read.call(app, request, reply)));
}

function isJson(payload: unknown, reply: FastifyReply): payload is object {
  if (typeof payload !== 'object' || payload === null || reply.sent || payload === reply) return false;
  return !Buffer.isBuffer(payload) && reply.statusCode === 200 && !reply.hasHeader('etag');
}

function etagOf(payload: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(payload)).digest();
  return `"${hash.subarray(0, ETAG_BYTES).toString('base64url')}"`;
}
