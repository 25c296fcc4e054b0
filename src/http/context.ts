import type { FastifyRequest } from 'fastify';
import { contextOf, type Context, type Services } from '../services/context.ts';
import { keyOf } from './auth.ts';

/** The context of the use case that a request asks for; the key acts. A member named by `by` is found by the use case. */
export function requestContext(services: Services, request: FastifyRequest): Context {
  const { id, name } = keyOf(request);
  return contextOf(request.within ?? services, { kind: 'key', keyId: id, name });
}
