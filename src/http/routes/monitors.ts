import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { createMonitor } from '../../services/monitor/create.ts';
import { getMonitor } from '../../services/monitor/get.ts';
import { listMonitors } from '../../services/monitor/list.ts';
import { removeMonitor } from '../../services/monitor/remove.ts';
import { rotateSecret } from '../../services/monitor/rotate-secret.ts';
import { updateMonitor } from '../../services/monitor/update.ts';
import { notFound } from '../../services/errors.ts';
import type { Monitor } from '../../services/ports/monitor-config.ts';
import { requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { madeOnce } from '../made-once.ts';
import { readAhead } from '../read-ahead.ts';
import { requireSamePage } from '../page-stays.ts';
import { IdParams, Message, PageParams, pagingOf, pagingOut, windowOf } from '../schemas/common.ts';
import {
  MonitorChange,
  monitorChangesOf,
  MonitorCreate,
  MonitorOut,
  monitorOut,
  MonitorsQuery,
  newMonitorOf,
} from '../schemas/monitors.ts';

const WHAT = 'Monitor';
const tags = ['Monitors'];
const Wrapped = z.object({ monitor: MonitorOut });
const Done = Wrapped.extend(Message.shape);

/** What is watched, from where, how often, and what follows from it. */
export function monitorRoutes(app: HttpApp, services: Services): void {
  const ahead = readAhead((id) => services.uow.read.monitors.find(id));
  const answerOf = madeOnce((monitor: Monitor) => ({ monitor: monitorOut(services, monitor) }));
  app.get(
    '/:page_id/monitors',
    {
      schema: {
        tags,
        summary: "A page's monitors, oldest first",
        params: PageParams,
        querystring: MonitorsQuery,
        response: { 200: z.object({ monitors: z.array(MonitorOut), ...pagingOut }) },
      },
    },
    async (request) => {
      const { search, status } = request.query;
      const window = windowOf(request.query);
      const filter = { pageId: request.params.page_id, search, status, ...window };
      const { monitors, total } = await listMonitors(requestContext(services, request), filter);
      return {
        monitors: monitors.map((monitor) => monitorOut(services, monitor)),
        ...pagingOf(window, total),
      };
    },
  );

  app.get(
    '/monitors/:id',
    {
      config: { readAhead: ahead.begin },
      schema: { tags, summary: 'A monitor', params: IdParams, response: { 200: Wrapped } },
    },
    async (request) => {
      const { id: monitorId } = request.params;
      const known = await ahead.begun(request);
      const monitor =
        known === undefined ? await getMonitor(requestContext(services, request), { monitorId }) : known;
      // One that is not there takes as long as one of another page.
      if (monitor === null) throw notFound(WHAT);
      requireVisible(request, WHAT, monitor.pageId);
      return answerOf(monitor);
    },
  );

  app.post(
    '/monitors',
    { schema: { tags, summary: 'Create a monitor', body: MonitorCreate, response: { 200: Done } } },
    async (request) => {
      await requirePage(services, request, request.body.pageId);
      const monitor = await createMonitor(requestContext(services, request), newMonitorOf(request.body));
      return { monitor: monitorOut(services, monitor), message: 'Monitor created successfully' };
    },
  );

  app.put(
    '/monitors/:id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a monitor',
        params: IdParams,
        body: MonitorChange,
        response: { 200: Done },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const monitorId = request.params.id;
      const { pageId: actual } = await getMonitor(ctx, { monitorId });
      requireVisible(request, WHAT, actual);
      const { pageId, siteId } = request.body;
      await requireSamePage(services, request, { path: 'pageId', sent: pageId, actual });
      await requireSamePage(services, request, { path: 'siteId', sent: siteId, actual });
      const monitor = await updateMonitor(ctx, { monitorId, changes: monitorChangesOf(request.body) });
      return { monitor: monitorOut(services, monitor), message: 'Monitor updated successfully' };
    },
  );

  app.post(
    '/monitors/:id/rotate-secret',
    {
      schema: {
        tags,
        summary: 'Give a HEARTBEAT monitor a new address; the old one is refused at once',
        params: IdParams,
        response: { 200: Wrapped },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const monitorId = request.params.id;
      const { pageId } = await getMonitor(ctx, { monitorId });
      requireVisible(request, WHAT, pageId);
      return { monitor: monitorOut(services, await rotateSecret(ctx, { monitorId })) };
    },
  );

  app.delete(
    '/monitors/:id',
    {
      schema: {
        tags,
        summary: 'Delete a monitor and its logs',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const monitorId = request.params.id;
      const monitor = await getMonitor(ctx, { monitorId });
      requireVisible(request, WHAT, monitor.pageId);
      await removeMonitor(ctx, { monitorId });
      return { message: 'Monitor deleted successfully.' };
    },
  );
}
