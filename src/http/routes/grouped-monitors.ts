import type { Services } from '../../services/context.ts';
import { findGroup } from '../../services/monitor-group/get.ts';
import { moveMonitor } from '../../services/monitor-group/move-monitor.ts';
import { runGroup } from '../../services/monitor-group/run.ts';
import { getMonitor } from '../../services/monitor/get.ts';
import { requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { IdParams, Message } from '../schemas/common.ts';
import { GroupRun, GroupRunQuery, MonitorMove } from '../schemas/monitor-groups.ts';

/** What is done to the monitors of a group: all checked on demand, one moved. */
export function groupedMonitorRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/monitors-groups/:id/run',
    {
      // It reads nothing: it makes checks, which may open incidents.
      config: { access: 'write' },
      schema: {
        tags: ['Monitor groups'],
        summary: 'Check every monitor in a group and below it now; answers when all results are stored',
        params: IdParams,
        querystring: GroupRunQuery,
        response: { 200: GroupRun },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const groupId = request.params.id;
      requireVisible(request, 'Monitor group', (await findGroup(ctx, { groupId })).pageId);
      const { location, retry = false, monitorLogId = null } = request.query;
      const { logIds } = await runGroup(ctx, { groupId, location, retry, monitorLogId });
      return { result: 'OK' as const, monitorLogId: logIds[0] ?? '', monitorLogIds: logIds };
    },
  );

  app.put(
    '/monitors/:id/group',
    {
      schema: {
        tags: ['Monitors'],
        summary: 'Move a monitor into a group, or out of any',
        params: IdParams,
        body: MonitorMove,
        response: { 200: Message },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const monitorId = request.params.id;
      requireVisible(request, 'Monitor', (await getMonitor(ctx, { monitorId })).pageId);
      await moveMonitor(ctx, { monitorId, parentId: request.body.parentId });
      return { message: 'Monitor moved successfully.' };
    },
  );
}
