import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { AppError } from '../../services/errors.ts';
import { findByToken } from '../../services/integration/find-by-token.ts';
import { keepUnread } from '../../services/integration/keep-unread.ts';
import { receive } from '../../services/integration/receive.ts';
import type { Integration } from '../../services/ports/integrations.ts';
import { originOf } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { readInbound } from '../inbound-body.ts';
import type { RateLimit } from '../rate-limit.ts';
import { InboundOut, inboundOut } from '../schemas/integrations.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose address this was sent to, and what the sender calls the body; null on every other route. */
    inbound: { readonly integration: Integration; readonly contentType: string } | null;
    /** The body as it came; null on every other route, which read theirs. */
    bytes: Buffer | null;
  }
}

/**
 * What the `url` of integrations points at; the token is the secret. It needs a scope of its own, because bodies come in
 * any form here and one that cannot be read is kept. `rateLimit` counts each integration for itself.
 */
export function inboundRoutes(app: HttpApp, services: Services, rateLimit: RateLimit | null): void {
  app.decorateRequest('inbound', null);
  app.decorateRequest('bytes', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.bytes = typeof body === 'string' ? Buffer.from(body) : body;
    done(null, undefined);
  });

  app.post(
    '/inbound/:token',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Integrations'],
        summary: 'What monitoring tools send: an alert that fires or is over',
        description:
          'JSON, or a form (with a field of JSON, or its fields are taken), at most 1 MiB. A body that cannot be read is ' +
          'answered 400 and kept.',
        params: z.object({
          token: z.string().min(1).meta({ description: "The secret of an integration's url" }),
        }),
        response: { 200: InboundOut },
      },
      onRequest: async (request, reply) => {
        const { token } = request.params;
        const integration = await findByToken(services, token);
        const waitS = rateLimit?.take(integration.id, services.clock.now()) ?? 0;
        if (waitS > 0) {
          reply.header('retry-after', waitS);
          throw new AppError('rate_limited', `Too many events; try again in ${waitS} s`);
        }
        request.inbound = { integration, contentType: request.headers['content-type'] ?? '' };
        // One that the server cannot read would be refused; here no name of a type keeps a body from being looked at.
        request.headers['content-type'] = 'application/octet-stream';
      },
      onError: async (request, _reply, error) => {
        if (error.statusCode === 413) await keepTooLarge(services, request);
      },
    },
    async (request) => {
      const { inbound, bytes } = request;
      if (inbound === null) throw new AppError('internal', 'An event came through no integration');
      const body = await readInbound(bytes ?? Buffer.alloc(0), inbound.contentType);
      return inboundOut(await receive(services, inbound.integration, { ...body, origin: originOf(request) }));
    },
  );
}

async function keepTooLarge(services: Services, { inbound }: FastifyRequest): Promise<void> {
  if (inbound === null) return;
  const { integration, contentType } = inbound;
  await keepUnread(services, integration, { contentType, body: '', reason: 'The body is larger than 1 MiB' });
}
