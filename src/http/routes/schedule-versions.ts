import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { listVersions } from '../../services/schedule/list-versions.ts';
import { previewSchedule } from '../../services/schedule/preview.ts';
import { removeVersion } from '../../services/schedule/remove-version.ts';
import type { HttpApp } from '../http-app.ts';
import { scheduleContext } from '../schedule-context.ts';
import { Id, IdParams, Message, paging, pagingOf, pagingOut, windowOf } from '../schemas/common.ts';
import { PreviewIn, PreviewOut, previewOut, VersionOut, versionOut } from '../schemas/schedule-versions.ts';
import { scheduleEditOf } from '../schemas/schedules.ts';

const tags = ['On-call schedules'];

/** What a schedule was and is going to be, and what a change would change. */
export function scheduleVersionRoutes(app: HttpApp, services: Services): void {
  app.post(
    '/on-call-schedules/:id/preview',
    {
      schema: {
        tags,
        summary: 'What a change would change of who is on call, without making it',
        params: IdParams,
        body: PreviewIn,
        response: { 200: PreviewOut },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      const { days } = request.body;
      return previewOut(await previewSchedule(ctx, { ...scheduleEditOf(scheduleId, request.body), days }));
    },
  );

  app.get(
    '/on-call-schedules/:id/versions',
    {
      schema: {
        tags,
        summary: 'What a schedule is going to be and what it was, the latest first',
        params: IdParams,
        querystring: z.object(paging),
        response: { 200: z.object({ versions: z.array(VersionOut), ...pagingOut }) },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      const window = windowOf(request.query);
      const { versions, members, total } = await listVersions(ctx, { scheduleId, ...window });
      return { versions: versions.map((one) => versionOut(one, members)), ...pagingOf(window, total) };
    },
  );

  app.delete(
    '/on-call-schedules/:id/versions/:version_id',
    {
      schema: {
        tags,
        summary: 'Take a planned change back',
        params: IdParams.extend({ version_id: Id }),
        response: { 200: Message },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      await removeVersion(ctx, { scheduleId, versionId: request.params.version_id });
      return { message: 'The planned change was taken back.' };
    },
  );
}
