import type { FastifyRequest } from 'fastify';
import { contextOf, type Context, type Origin, type Services } from '../services/context.ts';
import { keyOf } from './auth.ts';

/** The context of the use case that a request asks for; the key acts. A member named by `by` is found by the use case. */
export function requestContext(services: Services, request: FastifyRequest): Context {
  const { id, name } = keyOf(request);
  return contextOf(request.within ?? services, { kind: 'key', keyId: id, name }, originOf(request));
}

/** Where a request came from, whatever let it in. */
export function originOf({ ip, id, apiKey }: FastifyRequest): Origin {
  return {
    address: ip,
    requestId: id,
    key: apiKey === null ? null : { id: apiKey.id, name: apiKey.name },
  };
}
