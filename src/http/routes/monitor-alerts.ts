import { z } from 'zod';
import { createAlert } from '../../services/alert/create.ts';
import { getAlert } from '../../services/alert/get.ts';
import { listAlerts } from '../../services/alert/list.ts';
import { removeAlert } from '../../services/alert/remove.ts';
import { updateAlert } from '../../services/alert/update.ts';
import type { Services } from '../../services/context.ts';
import { requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireSamePage } from '../page-stays.ts';
import { IdParams, Message, PageParams, paging, pagingOf, windowOf } from '../schemas/common.ts';
import {
  AlertChange,
  alertChangesOf,
  AlertChanged,
  AlertCreate,
  AlertDone,
  AlertList,
  alertOut,
  AlertWrapped,
  changedAlertOut,
  newAlertOf,
} from '../schemas/monitor-alerts.ts';

const WHAT = 'Monitor alert';
const tags = ['Monitor alerts'];

/** Who is told when monitors fail, degrade, recover, or have a certificate that ends soon. */
export function monitorAlertRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/monitor-alerts',
    {
      schema: {
        tags,
        summary: "A page's monitor alerts, oldest first",
        params: PageParams,
        querystring: z.object(paging),
        response: { 200: AlertList },
      },
    },
    async (request) => {
      const window = windowOf(request.query);
      const pageId = request.params.page_id;
      const { alerts, total } = await listAlerts(requestContext(services, request), { pageId, ...window });
      return { monitorAlerts: alerts.map(alertOut), ...pagingOf(window, total) };
    },
  );

  app.get(
    '/monitor-alerts/:id',
    { schema: { tags, summary: 'A monitor alert', params: IdParams, response: { 200: AlertWrapped } } },
    async (request) => {
      const alert = await getAlert(requestContext(services, request), { alertId: request.params.id });
      requireVisible(request, WHAT, alert.pageId);
      return { monitor: alertOut(alert) };
    },
  );

  app.post(
    '/monitor-alerts',
    { schema: { tags, summary: 'Create a monitor alert', body: AlertCreate, response: { 200: AlertDone } } },
    async (request) => {
      await requirePage(services, request, request.body.pageId);
      const alert = await createAlert(requestContext(services, request), newAlertOf(request.body));
      return { monitor: alertOut(alert), message: 'Monitor Alert created successfully' };
    },
  );

  app.put(
    '/monitor-alerts/:id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a monitor alert',
        params: IdParams,
        body: AlertChange,
        response: { 200: AlertChanged },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const alertId = request.params.id;
      const { pageId: actual } = await getAlert(ctx, { alertId });
      requireVisible(request, WHAT, actual);
      const { pageId, siteId } = request.body;
      await requireSamePage(services, request, { path: 'pageId', sent: pageId, actual });
      await requireSamePage(services, request, { path: 'siteId', sent: siteId, actual });
      const alert = await updateAlert(ctx, { alertId, changes: alertChangesOf(request.body) });
      return { monitor: changedAlertOut(alert), message: 'Monitor alert updated successfully.' };
    },
  );

  app.delete(
    '/monitor-alerts/:id',
    {
      schema: {
        tags,
        summary: 'Delete a monitor alert; what it had still to send is not sent',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const alertId = request.params.id;
      requireVisible(request, WHAT, (await getAlert(ctx, { alertId })).pageId);
      await removeAlert(ctx, { alertId });
      return { message: 'Monitor alert deleted successfully.' };
    },
  );
}
