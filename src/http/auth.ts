import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../services/api-key/authenticate.ts';
import type { Services } from '../services/context.ts';
import { AppError, notFound } from '../services/errors.ts';
import { SCOPES, type ApiKey, type Scope } from '../services/ports/api-keys.ts';
import type { RateLimit } from './rate-limit.ts';

const BEARER = /^Bearer +([\w.~+/=-]{1,512}) *$/i;

/** Lets a request in: key, rate, scope, and the page in the path against the page of the key, in that order. */
export function admission(services: Services, rateLimit: RateLimit | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { config } = request.routeOptions;
    // A browser asks what it may do, without a key, where other origins are let in.
    if (request.is404 || request.method === 'OPTIONS' || config.access === 'public') return;
    if (config.orByToken === true && tokenOf(request) !== undefined) return;
    const presented = bearerOf(request);
    config.readAhead?.(request);
    const key = await authenticate(services, presented);
    request.apiKey = key;
    requireRate(reply, rateLimit?.take(key.id, services.clock.now()) ?? 0);
    requireScope(key, config.access ?? defaultScope(request.method));
    requireReach(key, request);
  };
}

/** Answers 404 for a page in the path that does not exist. A bound key's page exists as long as the key does. */
export function requirePageInPath(services: Services) {
  return async (request: FastifyRequest): Promise<void> => {
    const pageId = pageInPath(request);
    if (pageId === null || request.apiKey === null || request.apiKey.pageId !== null) return;
    if ((await services.uow.read.pages.find(pageId)) === null) throw notFound('Page');
  };
}

/** What `?token=` says; anything else than one token is as wrong as a wrong one. Undefined where there is none. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const { token } = request.query as { token?: unknown };
  return token === undefined || typeof token === 'string' ? token : '';
}

/** The key of a request on a route that is not public. */
export function keyOf(request: FastifyRequest): ApiKey {
  if (request.apiKey === null) throw new AppError('unauthorized', 'An API key is needed');
  return request.apiKey;
}

/**
 * Refuses whatever is of another page than the key's, as if it did not exist: call it with the page of every resource
 * found by its id, before anything is done with it or said about it.
 */
export function requireVisible(request: FastifyRequest, what: string, pageId: string): void {
  const key = keyOf(request);
  if (key.pageId !== null && key.pageId !== pageId) throw notFound(what);
}

/** 404 for a `pageId` or `siteId` in a body that is unknown or not the key's. */
export async function requirePage(
  services: Services,
  request: FastifyRequest,
  pageId: string,
): Promise<void> {
  requireVisible(request, 'Page', pageId);
  // Within the transaction of a repeatable write, if there is one: a second connection might never come free.
  const { read } = (request.within ?? services).uow;
  if ((await read.pages.find(pageId)) === null) throw notFound('Page');
}

/** The key as a request presents it, however its header is spelled. Errors: `unauthorized`. */
export function bearerOf(request: FastifyRequest): string {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    throw new AppError('unauthorized', 'An API key is needed: Authorization: Bearer <api key>');
  }
  const presented = BEARER.exec(authorization)?.[1];
  if (presented === undefined) {
    throw new AppError('unauthorized', 'The Authorization header must be: Bearer <api key>');
  }
  return presented;
}

function defaultScope(method: string): Scope {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

function requireRate(reply: FastifyReply, waitS: number): void {
  if (waitS === 0) return;
  reply.header('retry-after', waitS);
  throw new AppError('rate_limited', `This key has made too many requests; try again in ${waitS} s`);
}

function requireScope(key: ApiKey, needed: Scope): void {
  if (SCOPES.indexOf(key.scope) < SCOPES.indexOf(needed)) {
    throw new AppError('forbidden', `This needs a key with scope ${needed}; this one has ${key.scope}`);
  }
}

/** Refuses a key of a page what is of the installation, and the path of another page. */
function requireReach(key: ApiKey, request: FastifyRequest): void {
  if (key.pageId === null) return;
  if (request.routeOptions.config.installationWide === true) {
    throw new AppError('forbidden', 'This needs a key that is not bound to a page');
  }
  const pageId = pageInPath(request);
  if (pageId !== null && pageId !== key.pageId) throw notFound('Page');
}

function pageInPath(request: FastifyRequest): string | null {
  const { page_id: pageId } = request.params as { page_id?: string };
  return pageId ?? null;
}
