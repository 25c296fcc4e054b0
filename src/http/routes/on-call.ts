import { z } from 'zod';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import { scheduleMembers } from '../../services/oncall/schedule-members.ts';
import type { Services } from '../../services/context.ts';
import { addOverride } from '../../services/schedule/add-override.ts';
import { listOverrides } from '../../services/schedule/list-overrides.ts';
import { removeOverride } from '../../services/schedule/remove-override.ts';
import { scheduleTimeline } from '../../services/schedule/timeline.ts';
import type { HttpApp } from '../http-app.ts';
import { scheduleContext } from '../schedule-context.ts';
import { Id, IdParams, Message, paging, pagingOf, pagingOut, windowOf } from '../schemas/common.ts';
import {
  MembersOut,
  membersOut,
  MembersQuery,
  OverrideCreate,
  OverrideOut,
  overrideOut,
  TimelineOut,
  timelineOut,
  TimelineQuery,
} from '../schemas/on-call.ts';

const DEFAULT_TIMELINE_MS = 14 * DAY_MS;
const tags = ['On-call schedules'];

/** Who is on call by a schedule, and who stands in. */
export function onCallRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/on-call-schedules/:id/members',
    {
      schema: {
        tags,
        summary: 'Who is on call, who is next, who may be, and why',
        params: IdParams,
        querystring: MembersQuery,
        response: { 200: MembersOut },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      return membersOut(await scheduleMembers(ctx, { scheduleId, at: request.query.at }));
    },
  );

  app.get(
    '/on-call-schedules/:id/timeline',
    {
      schema: {
        tags,
        summary: 'Who is on call when within a window, and where nobody is',
        params: IdParams,
        querystring: TimelineQuery,
        response: { 200: TimelineOut },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      const { from = ctx.now, to = plusMs(from, DEFAULT_TIMELINE_MS) } = request.query;
      return timelineOut({ start: from, end: to }, await scheduleTimeline(ctx, { scheduleId, from, to }));
    },
  );

  app.get(
    '/on-call-schedules/:id/overrides',
    {
      schema: {
        tags,
        summary: "A schedule's overrides in order of start, past ones too",
        params: IdParams,
        querystring: z.object(paging),
        response: { 200: z.object({ overrides: z.array(OverrideOut), ...pagingOut }) },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      const window = windowOf(request.query);
      const { overrides, total } = await listOverrides(ctx, { scheduleId, ...window });
      return { overrides: overrides.map(overrideOut), ...pagingOf(window, total) };
    },
  );

  app.post(
    '/on-call-schedules/:id/overrides',
    {
      schema: {
        tags,
        summary: 'Let a member stand in for a while',
        params: IdParams,
        body: OverrideCreate,
        response: { 200: OverrideOut },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      const { memberId, replacesMemberId, start, end } = request.body;
      const replaces = replacesMemberId ?? null;
      return overrideOut(await addOverride(ctx, { scheduleId, member: memberId, replaces, start, end }));
    },
  );

  app.delete(
    '/on-call-schedules/:id/overrides/:override_id',
    {
      schema: {
        tags,
        summary: 'Take an override back',
        params: IdParams.extend({ override_id: Id }),
        response: { 200: Message },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      await removeOverride(ctx, { scheduleId, overrideId: request.params.override_id });
      return { message: 'Override deleted successfully.' };
    },
  );
}
