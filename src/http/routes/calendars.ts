import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { contextOf, SYSTEM, type Services } from '../../services/context.ts';
import { getMember } from '../../services/member/get.ts';
import { calendarUrl, requireCalendarToken } from '../../services/oncall/calendar-link.ts';
import { memberCalendar, scheduleCalendar, type OnCallCalendar } from '../../services/oncall/calendar.ts';
import { getSchedule } from '../../services/schedule/get.ts';
import { requireVisible } from '../auth.ts';
import { CALENDAR_TYPE, calendarEtag, renderCalendar } from '../calendar.ts';
import { requestContext } from '../context.ts';
import { namesEtag } from '../etag.ts';
import type { HttpApp } from '../http-app.ts';
import { Id, IdParams } from '../schemas/common.ts';
import { MemberParams } from '../schemas/members.ts';

const tags = ['Calendars'];
const UrlOut = z.object({
  url: z.string().meta({ format: 'uri', description: 'Whoever has this address can read the calendar' }),
});
// Anything else than one token is as wrong as a wrong one, and is answered alike.
const TokenQuery = z.object({ token: z.string().optional().catch(undefined) });
const CalendarAnswer = {
  200: { content: { 'text/calendar': { schema: z.string() } } },
  304: z.null().meta({ description: 'The calendar is still the one that If-None-Match names' }),
};
const config = { access: 'public' } as const;

/** On-call as calendars that calendar programs subscribe to; the token in the address is the secret. */
export function calendarRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/on-call-schedules/:id/calendar',
    {
      schema: {
        tags,
        summary: "The secret address of a schedule's calendar",
        params: IdParams,
        response: { 200: UrlOut },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const { schedule } = await getSchedule(requestContext(services, request), { scheduleId });
      requireVisible(request, 'On-call schedule', schedule.pageId);
      return { url: calendarUrl(services, { scheduleId }) };
    },
  );

  app.get(
    '/v1/:page_id/team/:member_id/calendar',
    {
      schema: {
        tags,
        summary: "The secret address of the calendar of a member's stretches on call",
        params: MemberParams,
        response: { 200: UrlOut },
      },
    },
    async (request) => {
      const { page_id: pageId, member_id: memberId } = request.params;
      const member = await getMember(requestContext(services, request), { pageId, memberId });
      return { url: calendarUrl(services, { memberId: member.id }) };
    },
  );

  app.get(
    '/on-call-schedules/:id/calendar.ics',
    {
      config,
      schema: {
        tags,
        summary: "A schedule's calendar: who is on call from two weeks ago to a year ahead",
        params: IdParams,
        querystring: TokenQuery,
        response: CalendarAnswer,
      },
    },
    async (request, reply) => {
      const scheduleId = request.params.id;
      requireCalendarToken(services, { scheduleId }, request.query.token);
      return sendCalendar(
        request,
        reply,
        await scheduleCalendar(contextOf(services, SYSTEM), { scheduleId }),
      );
    },
  );

  app.get(
    '/team/:member_id/calendar.ics',
    {
      config,
      schema: {
        tags,
        summary: "A member's calendar: their stretches on call over all schedules of their page",
        params: z.object({ member_id: Id }),
        querystring: TokenQuery,
        response: CalendarAnswer,
      },
    },
    async (request, reply) => {
      const memberId = request.params.member_id;
      requireCalendarToken(services, { memberId }, request.query.token);
      return sendCalendar(request, reply, await memberCalendar(contextOf(services, SYSTEM), { memberId }));
    },
  );
}

async function sendCalendar(
  request: FastifyRequest,
  reply: FastifyReply,
  calendar: OnCallCalendar,
): Promise<FastifyReply> {
  const etag = calendarEtag(calendar);
  // Kept by nobody else, and asked for again each time, which is cheap when nothing has changed.
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(CALENDAR_TYPE).send(await renderCalendar(calendar));
}
