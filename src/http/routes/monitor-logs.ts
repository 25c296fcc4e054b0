import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context, Services } from '../../services/context.ts';
import { countRecentLogs, RECENT_MINUTES } from '../../services/monitor/count-recent-logs.ts';
import { getMonitor } from '../../services/monitor/get.ts';
import { listLogs } from '../../services/monitor/list-logs.ts';
import { keyOf, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { IdParams, Message, pagingOf, pagingOut, windowOf } from '../schemas/common.ts';
import { logQueryOf, LogsQuery } from '../schemas/monitor-log-query.ts';
import { MonitorLogOut, monitorLogOut } from '../schemas/monitor-logs.ts';

const tags = ['Monitors'];

/** What checks saw. */
export function monitorLogRoutes(app: HttpApp, services: Services): void {
  /** The context of a request about a monitor that its key may see. */
  const contextFor = async (request: FastifyRequest, monitorId: string): Promise<Context> => {
    const ctx = requestContext(services, request);
    const monitor = await getMonitor(ctx, { monitorId });
    requireVisible(request, 'Monitor', monitor.pageId);
    return ctx;
  };

  app.get(
    '/monitors/check_inserted_logs',
    { schema: { tags, summary: 'How many logs were inserted lately', response: { 200: Message } } },
    async (request) => {
      const ctx = requestContext(services, request);
      const count = await countRecentLogs(ctx, { pageId: keyOf(request).pageId });
      return { message: `${count} logs were inserted in the last ${RECENT_MINUTES} minutes.` };
    },
  );

  app.get(
    '/monitors/:id/logs',
    {
      schema: {
        tags,
        summary: "A monitor's logs, filtered and sorted",
        params: IdParams,
        querystring: LogsQuery,
        response: { 200: z.object({ monitorLogs: z.array(MonitorLogOut), ...pagingOut }) },
      },
    },
    async (request) => {
      const monitorId = request.params.id;
      const ctx = await contextFor(request, monitorId);
      const { logs, total, suppressed } = await listLogs(ctx, logQueryOf(request.query, monitorId));
      const monitorLogs = logs.map((log) => monitorLogOut(log, suppressed.get(log.id) ?? null));
      return { monitorLogs, ...pagingOf(windowOf(request.query), total) };
    },
  );
}
