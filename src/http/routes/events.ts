import type { FastifyRequest } from 'fastify';
import type { Services } from '../../services/context.ts';
import { resumeFrom } from '../../services/event/resume.ts';
import { AppError } from '../../services/errors.ts';
import { keyOf } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { EventStreams } from '../event-streams.ts';
import type { HttpApp } from '../http-app.ts';
import { PageParams } from '../schemas/common.ts';
import { EventOut, StreamHeaders, StreamQuery } from '../schemas/events.ts';

const RETRY_AFTER_S = 10;

/** What happens on a page, as it happens. */
export function eventRoutes(app: HttpApp, services: Services, streams: EventStreams): void {
  // Before the server waits for what it serves: streams end by themselves never.
  app.addHook('preClose', async () => streams.close());

  app.get(
    '/:page_id/events',
    {
      // Asking for the headers alone would open a stream that nobody reads.
      exposeHeadRoute: false,
      schema: {
        tags: ['Events'],
        summary: "Follow a page's events as they happen (server-sent events)",
        description:
          'Each event comes as `id:`, `event:` (its type) and `data:` (JSON as described), in an order that never ' +
          'changes; none is left out and none comes twice. A client that was cut off sends the last id that it saw as ' +
          'Last-Event-ID and gets everything after it; without one the stream begins with what happens next. A comment ' +
          'comes every 15 seconds. The stream ends when the key is revoked or expires and when the page is deleted, and ' +
          'a client that takes nothing for 30 seconds is cut off. A process serves 100 streams at most, ' +
          '10 of one key: above that 429.',
        params: PageParams,
        headers: StreamHeaders,
        querystring: StreamQuery,
        response: {
          200: {
            description: 'The stream; the schema is that of the JSON in each `data:` line',
            content: { 'text/event-stream': { schema: EventOut } },
          },
        },
      },
    },
    async (request, reply) => {
      const after = await resumeFrom(requestContext(services, request), lastEventIdOf(request));
      const { id: keyId } = keyOf(request);
      try {
        streams.requireRoom(keyId);
      } catch (error) {
        if (error instanceof AppError) reply.header('retry-after', RETRY_AFTER_S);
        throw error;
      }
      const { page_id: pageId } = request.params;
      const { types = [] } = request.query;
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // Nothing on the way may keep it, pack it or hold it back.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      reply.hijack();
      // With what others have set: which origins may read it.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.writeHead(200);
      streams.open(reply.raw, { keyId, pageId, after, types });
      return reply;
    },
  );
}

/** The header says where a client was that was cut off; the address, where it once began. */
function lastEventIdOf(request: FastifyRequest): { lastEventId: string | null; path: string } {
  const header = request.headers['last-event-id'];
  if (typeof header === 'string' && header !== '') return { lastEventId: header, path: 'Last-Event-ID' };
  const { lastEventId } = request.query as { lastEventId?: string };
  return { lastEventId: lastEventId ?? null, path: 'lastEventId' };
}
