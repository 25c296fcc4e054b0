import { hash } from 'node:crypto';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { ZodType } from 'zod';
import type { Services } from '../services/context.ts';
import { allInOne } from '../services/all-in-one.ts';
import { conflict } from '../services/errors.ts';
import { namesEtag } from './etag.ts';
import type { HttpApp } from './http-app.ts';

/** Of SHA-256 in base64url, 132 bits: enough to tell versions apart. */
const ETAG_CHARS = 22;

const JSON_TYPE = 'application/json; charset=utf-8';

/** How an answer is sent. */
type Written = { readonly text: string; readonly etag: string };

type Reader = { readonly handler: RouteHandlerMethod; readonly write: (payload: object) => Written };

/**
 * Every JSON answer to a GET carries an ETag: with it as `If-None-Match` the next one is 304 until something changes, and
 * a PUT or DELETE of the same path with it as `If-Match` is refused with 409 when something did. Call it before the
 * routes are made.
 */
export function conditionalRequests(app: HttpApp, services: Services): void {
  const readers = new Map<string, Reader>();
  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'public') return;
    const { handler, method, url } = route;
    if (method === 'GET') {
      const reader = { handler, write: writer(route) };
      readers.set(url, reader);
      route.handler = async function tagged(request, reply) {
        return withEtag(request, reply, reader, await handler.call(this, request, reply));
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

/** Writes answers of a route as its schema says; what is frozen is the same for ever, and is written once. */
function writer({ method, url, schema }: RouteOptions): Reader['write'] {
  const { 200: answer } = (schema?.response ?? {}) as { 200?: unknown };
  const textOf =
    answer instanceof ZodType
      ? serializerCompiler({ schema: answer, method: String(method), url, httpStatus: '200' })
      : JSON.stringify;
  const known = new WeakMap<object, Written>();
  return (payload) => {
    const before = known.get(payload);
    if (before !== undefined) return before;
    const text = textOf(payload);
    const written = { text, etag: `"${hash('sha256', text, 'base64url').slice(0, ETAG_CHARS)}"` };
    if (Object.isFrozen(payload)) known.set(payload, written);
    return written;
  };
}

function withEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { write }: Reader,
  payload: unknown,
): unknown {
  if (!isJson(payload, reply)) return payload;
  const { text, etag } = write(payload);
  reply.header('etag', etag);
  // Kept by nobody else, and asked for again each time, which is cheap when nothing has changed.
  reply.header('cache-control', 'private, no-cache');
  if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(text);
}

async function matches(
  app: FastifyInstance,
  read: Reader | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: string,
): Promise<boolean> {
  if (read === undefined) throw conflict('There is no GET of this path to compare If-Match with');
  const payload = await read.handler.call(app, request, reply);
  return typeof payload === 'object' && payload !== null && namesEtag(wanted, read.write(payload).etag);
}

function isJson(payload: unknown, reply: FastifyReply): payload is object {
  if (typeof payload !== 'object' || payload === null || reply.sent || payload === reply) return false;
  return !Buffer.isBuffer(payload) && reply.statusCode === 200 && !reply.hasHeader('etag');
}
