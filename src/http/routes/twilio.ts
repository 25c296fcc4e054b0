import formbody from '@fastify/formbody';
import MessagingResponse from 'twilio/lib/twiml/MessagingResponse.js';
import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { actBySms } from '../../services/incident/act-by-sms.ts';
import { originOf } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireTwilioSignature } from '../twilio-signature.ts';

const Sms = z.object({ From: z.string(), Body: z.string().optional() });

/** What Twilio reports: replies to pages. */
export async function twilioRoutes(
  app: HttpApp,
  services: Services,
  authToken: string | null,
): Promise<void> {
  await app.register(formbody);
  app.post(
    '/twilio/sms',
    {
      config: { access: 'public' },
      schema: { hide: true },
      preHandler: requireTwilioSignature(services, authToken),
    },
    async (request, reply) => {
      const sms = Sms.safeParse(request.body);
      const twiml = new MessagingResponse();
      if (sms.success) {
        twiml.message(
          await actBySms(services, {
            from: sms.data.From,
            text: sms.data.Body ?? '',
            origin: originOf(request),
          }),
        );
      }
      return reply.type('text/xml; charset=utf-8').send(twiml.toString());
    },
  );
}
