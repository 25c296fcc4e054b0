import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context, Services } from '../../services/context.ts';
import { findMember } from '../../services/member/find.ts';
import { addTimeOff } from '../../services/time-off/add.ts';
import { listTimeOff } from '../../services/time-off/list.ts';
import { removeTimeOff } from '../../services/time-off/remove.ts';
import { requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { Id, Message, paging, pagingOf, pagingOut, windowOf } from '../schemas/common.ts';
import { SwapOut, swapOut } from '../schemas/swaps.ts';
import { TimeOffCreate, TimeOffOut, timeOffOut, TimeOffParams } from '../schemas/time-off.ts';

const tags = ['Time off'];

/** When members are away, and who is asked to take over meanwhile. */
export function timeOffRoutes(app: HttpApp, services: Services): void {
  /** The context of a request about a member that its key may see. */
  const contextFor = async (request: FastifyRequest, memberId: string): Promise<Context> => {
    const ctx = requestContext(services, request);
    requireVisible(request, 'Member', (await findMember(ctx, { memberId })).pageId);
    return ctx;
  };

  app.get(
    '/team/:member_id/time-off',
    {
      schema: {
        tags,
        summary: "A member's time off in order of start, past ones too",
        params: TimeOffParams,
        querystring: z.object(paging),
        response: { 200: z.object({ timeOff: z.array(TimeOffOut), ...pagingOut }) },
      },
    },
    async (request) => {
      const memberId = request.params.member_id;
      const ctx = await contextFor(request, memberId);
      const window = windowOf(request.query);
      const { timeOff, total } = await listTimeOff(ctx, { memberId, ...window });
      return { timeOff: timeOff.map(timeOffOut), ...pagingOf(window, total) };
    },
  );

  app.post(
    '/team/:member_id/time-off',
    {
      schema: {
        tags,
        summary: 'Say that a member is away, and ask for cover of what they have on call',
        description:
          'Each stretch that it hits becomes a swap for everybody; they stay on call until somebody accepts.',
        params: TimeOffParams,
        body: TimeOffCreate,
        response: { 200: z.object({ timeOff: TimeOffOut, swaps: z.array(SwapOut) }) },
      },
    },
    async (request) => {
      const memberId = request.params.member_id;
      const ctx = await contextFor(request, memberId);
      const { start, end, note } = request.body;
      const added = await addTimeOff(ctx, { memberId, start, end, note: note ?? '' });
      return { timeOff: timeOffOut(added.timeOff), swaps: added.swaps.map((swap) => swapOut(swap, ctx.now)) };
    },
  );

  app.delete(
    '/team/:member_id/time-off/:time_off_id',
    {
      schema: {
        tags,
        summary: 'Take time off back',
        description: 'Its open swaps are withdrawn; accepted ones stay.',
        params: TimeOffParams.extend({ time_off_id: Id }),
        response: { 200: Message },
      },
    },
    async (request) => {
      const { member_id: memberId, time_off_id: timeOffId } = request.params;
      const ctx = await contextFor(request, memberId);
      const { withdrawn, accepted } = await removeTimeOff(ctx, { memberId, timeOffId });
      return {
        message:
          'Time off deleted successfully. ' +
          `Open requests withdrawn: ${withdrawn}; accepted ones stay: ${accepted}.`,
      };
    },
  );
}
