import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { addMonitors } from '../../services/monitor-group/add-monitors.ts';
import { createGroup } from '../../services/monitor-group/create.ts';
import { findGroup, getGroup } from '../../services/monitor-group/get.ts';
import { listGroups } from '../../services/monitor-group/list.ts';
import { removeGroup } from '../../services/monitor-group/remove.ts';
import { updateGroup } from '../../services/monitor-group/update.ts';
import { requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireSamePage } from '../page-stays.ts';
import { IdParams, Message, PageParams, paging, pagingOf, windowOf } from '../schemas/common.ts';
import {
  GroupChange,
  GroupCreate,
  GroupDone,
  GroupList,
  GroupMonitors,
  groupOut,
  GroupWrapped,
} from '../schemas/monitor-groups.ts';

const WHAT = 'Monitor group';
const tags = ['Monitor groups'];

/** Named collections of monitors, in a tree. */
export function monitorGroupRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/monitors-groups',
    {
      schema: {
        tags,
        summary: "A page's monitor groups, in order",
        params: PageParams,
        querystring: z.object(paging),
        response: { 200: GroupList },
      },
    },
    async (request) => {
      const window = windowOf(request.query);
      const pageId = request.params.page_id;
      const { groups, total } = await listGroups(requestContext(services, request), { pageId, ...window });
      return { monitorGroups: groups.map(groupOut), ...pagingOf(window, total) };
    },
  );

  app.get(
    '/monitors-groups/:id',
    { schema: { tags, summary: 'A monitor group', params: IdParams, response: { 200: GroupWrapped } } },
    async (request) => {
      const view = await getGroup(requestContext(services, request), { groupId: request.params.id });
      requireVisible(request, WHAT, view.group.pageId);
      return { monitor: groupOut(view) };
    },
  );

  app.post(
    '/monitors-groups',
    { schema: { tags, summary: 'Create a monitor group', body: GroupCreate, response: { 200: GroupDone } } },
    async (request) => {
      await requirePage(services, request, request.body.pageId);
      const view = await createGroup(requestContext(services, request), request.body);
      return { monitor: groupOut(view), message: 'Monitor group created successfully.' };
    },
  );

  app.put(
    '/monitors-groups/:id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of a monitor group',
        params: IdParams,
        body: GroupChange,
        response: { 200: GroupDone },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const groupId = request.params.id;
      const { pageId, siteId, ...changes } = request.body;
      const { pageId: actual } = await findGroup(ctx, { groupId });
      requireVisible(request, WHAT, actual);
      await requireSamePage(services, request, { path: 'pageId', sent: pageId, actual });
      await requireSamePage(services, request, { path: 'siteId', sent: siteId, actual });
      const view = await updateGroup(ctx, { groupId, changes });
      return { monitor: groupOut(view), message: 'Monitor group updated successfully.' };
    },
  );

  app.delete(
    '/monitors-groups/:id',
    {
      schema: {
        tags,
        summary: 'Delete a monitor group; what it held moves up to its parent',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const groupId = request.params.id;
      requireVisible(request, WHAT, (await findGroup(ctx, { groupId })).pageId);
      await removeGroup(ctx, { groupId });
      return { message: 'Monitor group deleted successfully.' };
    },
  );

  app.post(
    '/monitors-groups/:id/monitors',
    {
      schema: {
        tags,
        summary: 'Move monitors into a group',
        params: IdParams,
        body: GroupMonitors,
        response: { 200: Message },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const groupId = request.params.id;
      requireVisible(request, WHAT, (await findGroup(ctx, { groupId })).pageId);
      await addMonitors(ctx, { groupId, monitors: request.body.monitors });
      return { message: 'Monitors added to the group successfully.' };
    },
  );
}
