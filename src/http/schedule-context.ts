import type { FastifyRequest } from 'fastify';
import type { Context, Services } from '../services/context.ts';
import { getSchedule } from '../services/schedule/get.ts';
import { requireVisible } from './auth.ts';
import { requestContext } from './context.ts';

/** The context of a request about a schedule that its key may see. Errors: `not_found`. */
export async function scheduleContext(
  services: Services,
  request: FastifyRequest,
  scheduleId: string,
): Promise<Context> {
  const ctx = requestContext(services, request);
  const { schedule } = await getSchedule(ctx, { scheduleId });
  requireVisible(request, 'On-call schedule', schedule.pageId);
  return ctx;
}
