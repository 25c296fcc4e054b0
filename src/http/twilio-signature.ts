import type { FastifyRequest } from 'fastify';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { Services } from '../services/context.ts';
import { AppError } from '../services/errors.ts';

/**
 * Refuses (403) what Twilio did not sign for this installation's public address. To be used as a `preHandler`, on routes
 * whose body is a form. Without a token nobody can sign, so everything is refused.
 */
export function requireTwilioSignature(services: Services, authToken: string | null) {
  return async (request: FastifyRequest): Promise<void> => {
    const signature = request.headers['x-twilio-signature'];
    const address = `${services.settings.publicUrl}${request.url}`;
    const isSigned =
      authToken !== null &&
      typeof signature === 'string' &&
      validateRequest(authToken, signature, address, formOf(request.body));
    if (!isSigned) throw new AppError('forbidden', 'This request is not signed by Twilio');
  };
}

function formOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
