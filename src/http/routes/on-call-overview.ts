import { z } from 'zod';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import type { Services } from '../../services/context.ts';
import { findMember } from '../../services/member/find.ts';
import { memberOnCall } from '../../services/oncall/member-on-call.ts';
import { onCallNow } from '../../services/oncall/on-call-now.ts';
import { requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { Id, PageParams } from '../schemas/common.ts';
import {
  MemberOnCallOut,
  memberOnCallOut,
  MemberOnCallQuery,
  OnCallOut,
  onCallOut,
  OnCallQuery,
} from '../schemas/on-call-overview.ts';

const DEFAULT_AHEAD_MS = 28 * DAY_MS;
const tags = ['On-call schedules'];

/** Who is on call, and when somebody is, over all schedules of a page. */
export function onCallOverviewRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/:page_id/on-call',
    {
      schema: {
        tags,
        summary: "Who is on call on each of a page's schedules, until when, and who is next",
        params: PageParams,
        querystring: OnCallQuery,
        response: { 200: OnCallOut },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const { at = ctx.now } = request.query;
      return onCallOut(at, await onCallNow(ctx, { pageId: request.params.page_id, at }));
    },
  );

  app.get(
    '/team/:member_id/on-call',
    {
      schema: {
        tags,
        summary: 'When a member is on call within a window, over all schedules of their page',
        params: z.object({ member_id: Id }),
        querystring: MemberOnCallQuery,
        response: { 200: MemberOnCallOut },
      },
    },
    async (request) => {
      const ctx = requestContext(services, request);
      const member = await findMember(ctx, { memberId: request.params.member_id });
      requireVisible(request, 'Member', member.pageId);
      const { from = ctx.now, to = plusMs(from, DEFAULT_AHEAD_MS) } = request.query;
      const found = await memberOnCall(ctx, { member, from, to });
      return memberOnCallOut({ memberId: member.id, from, to }, found);
    },
  );
}
