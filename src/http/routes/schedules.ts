import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { createSchedule } from '../../services/schedule/create.ts';
import { getSchedule } from '../../services/schedule/get.ts';
import { listSchedules } from '../../services/schedule/list.ts';
import { removeSchedule } from '../../services/schedule/remove.ts';
import { updateSchedule } from '../../services/schedule/update.ts';
import { requirePage, requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { requireSamePage } from '../page-stays.ts';
import { IdParams, PageParams, paging, pagingOf, pagingOut, windowOf } from '../schemas/common.ts';
import {
  newScheduleOf,
  ScheduleChange,
  ScheduleCreate,
  scheduleEditOf,
  ScheduleOut,
  scheduleOut,
} from '../schemas/schedules.ts';

const WHAT = 'On-call schedule';
const tags = ['On-call schedules'];

/** How on-call schedules are configured. */
export function scheduleRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/on-call-schedules',
    {
      schema: {
        tags,
        summary: "A page's on-call schedules, oldest first",
        params: PageParams,
        querystring: z.object(paging),
        response: { 200: z.object({ onCallSchedules: z.array(ScheduleOut), ...pagingOut }) },
      },
    },
    async (request) => {
      const window = windowOf(request.query);
      const { views, total } = await listSchedules(requestContext(services, request), {
        pageId: request.params.page_id,
        ...window,
      });
      return { onCallSchedules: views.map((view) => scheduleOut(view)), ...pagingOf(window, total) };
    },
  );

  app.get(
    '/on-call-schedules/:id',
    { schema: { tags, summary: 'An on-call schedule', params: IdParams, response: { 200: ScheduleOut } } },
    async (request) => {
      const view = await getSchedule(requestContext(services, request), { scheduleId: request.params.id });
      requireVisible(request, WHAT, view.schedule.pageId);
      return scheduleOut(view);
    },
  );

  app.post(
    '/on-call-schedules',
    {
      schema: {
        tags,
        summary: 'Create an on-call schedule',
        body: ScheduleCreate,
        response: { 200: ScheduleOut },
      },
    },
    async (request) => {
      const { pageId } = request.body;
      if (pageId !== undefined) await requirePage(services, request, pageId);
      return scheduleOut(
        await createSchedule(requestContext(services, request), newScheduleOf(request.body)),
      );
    },
  );

  app.put(
    '/on-call-schedules/:id',
    {
      schema: {
        tags,
        summary: 'Change what is sent of an on-call schedule, now or from an instant to come on',
        params: IdParams,
        body: ScheduleChange,
        response: { 200: ScheduleOut },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const scheduleId = request.params.id;
      const actual = (await getSchedule(ctx, { scheduleId })).schedule.pageId;
      requireVisible(request, WHAT, actual);
      const { pageId, siteId } = request.body;
      await requireSamePage(services, request, { path: 'pageId', sent: pageId, actual });
      await requireSamePage(services, request, { path: 'siteId', sent: siteId, actual });
      const edited = await updateSchedule(ctx, scheduleEditOf(scheduleId, request.body));
      return scheduleOut(edited, edited.effectiveFrom);
    },
  );

  app.delete(
    '/on-call-schedules/:id',
    {
      schema: {
        tags,
        summary: 'Delete an on-call schedule',
        description:
          'One that a routing rule or an escalation policy names by its id only once they do not: 409 names each.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const ctx = requestContext(services, request);
      const scheduleId = request.params.id;
      const { schedule } = await getSchedule(ctx, { scheduleId });
      requireVisible(request, WHAT, schedule.pageId);
      await removeSchedule(ctx, { scheduleId });
      return reply.code(204).send(null);
    },
  );
}
