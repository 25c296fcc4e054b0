import { contextOf, SYSTEM, type Services } from '../../services/context.ts';
import { publicSummary } from '../../services/page/public-summary.ts';
import type { HttpApp } from '../http-app.ts';
import { SummaryOut, summaryOut, SummaryQuery } from '../schemas/summary.ts';

/** Whoever embeds a page asks often; what is between is to hold most of it off. */
const CACHE = 'public, max-age=15';

/** What anybody may know of a page, without a key. */
export function summaryRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/summary.json',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Pages'],
        summary: 'A page in brief: its status, and what of it is published and not over; needs no key',
        querystring: SummaryQuery,
        response: { 200: SummaryOut },
      },
    },
    async (request, reply) => {
      const summary = await publicSummary(contextOf(services, SYSTEM), request.query);
      reply.header('cache-control', CACHE);
      return summaryOut(summary, services.settings.publicUrl);
    },
  );
}
