import formbody from '@fastify/formbody';
import { z } from 'zod';
import { contextOf, type Services } from '../../services/context.ts';
import { AppError } from '../../services/errors.ts';
import { acknowledge } from '../../services/incident/acknowledge.ts';
import { readLink } from '../../services/incident/read-link.ts';
import { originOf } from '../context.ts';
import { acknowledgedPage, acknowledgePage } from '../acknowledge-page.ts';
import { PAGE_HEADERS } from '../html.ts';
import type { HttpApp } from '../http-app.ts';

const config = { access: 'public', forPeople: true } as const;
const schema = { hide: true, params: z.object({ token: z.string().min(1) }) };

/**
 * The links in pages. Looking changes nothing: mail scanners follow every link, so only the button acknowledges. The
 * token is the secret.
 */
export async function acknowledgeRoutes(app: HttpApp, services: Services): Promise<void> {
  await app.register(formbody);

  app.get('/acknowledge/:token', { config, schema }, async (request, reply) => {
    const { incident, member } = await readLink(services, request.params.token);
    return reply.headers(PAGE_HEADERS).send(acknowledgePage(incident, member));
  });

  app.post('/acknowledge/:token', { config, schema }, async (request, reply) => {
    const { incident, member } = await readLink(services, request.params.token);
    if (member === null)
      throw new AppError('forbidden', 'This link shows the incident and cannot acknowledge it.');
    const name = member.name ?? member.email;
    const ctx = contextOf(
      services,
      { kind: 'member', memberId: member.id, name, via: 'email' },
      originOf(request),
    );
    const result = await acknowledge(ctx, { incidentId: incident.id });
    return reply.headers(PAGE_HEADERS).send(acknowledgedPage(result.incident, result.said));
  });
}
