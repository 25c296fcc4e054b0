import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { getMonitor } from '../../services/monitor/get.ts';
import { runNow } from '../../services/monitor/run-now.ts';
import { requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { Id, IdParams, QueryBoolean } from '../schemas/common.ts';
import { Location } from '../schemas/monitors.ts';

const RunQuery = z.object({
  location: Location.optional().meta({ description: "Default: the monitor's first" }),
  retry: QueryBoolean.optional(),
  monitorLogId: Id.optional().meta({ description: 'The log that a retry is of' }),
});

/** Checks on demand. */
export function monitorRunRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/monitors/:id/run',
    {
      // It reads nothing: it makes a check, which may open an incident.
      config: { access: 'write' },
      schema: {
        tags: ['Monitors'],
        summary: 'Check a monitor now; answers when the result is stored',
        params: IdParams,
        querystring: RunQuery,
        response: { 200: z.object({ status: z.string(), message: z.string(), monitorLogId: Id }) },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const monitorId = request.params.id;
      const monitor = await getMonitor(ctx, { monitorId });
      requireVisible(request, 'Monitor', monitor.pageId);
      const { location, retry = false, monitorLogId = null } = request.query;
      const at = location === undefined ? {} : { location };
      const { logId } = await runNow(ctx, { monitorId, retry, monitorLogId, ...at });
      return { status: 'success', message: 'Monitor check run successfully.', monitorLogId: logId };
    },
  );
}
