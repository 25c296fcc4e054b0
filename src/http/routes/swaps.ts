import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import { acceptSwap } from '../../services/swap/accept.ts';
import { declineSwap } from '../../services/swap/decline.ts';
import { listSwaps } from '../../services/swap/list.ts';
import { offerSwap } from '../../services/swap/offer.ts';
import { withdrawSwap } from '../../services/swap/withdraw.ts';
import type { HttpApp } from '../http-app.ts';
import { scheduleContext } from '../schedule-context.ts';
import { IdParams, Message, pagingOf, pagingOut, windowOf } from '../schemas/common.ts';
import { OverrideOut, overrideOut } from '../schemas/on-call.ts';
import { SwapAnswer, SwapCreate, SwapOut, swapOut, SwapParams, SwapsQuery } from '../schemas/swaps.ts';

const tags = ['Swaps'];

/** Stretches on call that members ask others to take, perhaps in exchange. */
export function swapRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/on-call-schedules/:id/swaps',
    {
      schema: {
        tags,
        summary: "A schedule's swaps and cover requests, newest first",
        params: IdParams,
        querystring: SwapsQuery,
        response: { 200: z.object({ swaps: z.array(SwapOut), ...pagingOut }) },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      const window = windowOf(request.query);
      const status = request.query.status ?? null;
      const { swaps, total } = await listSwaps(ctx, { scheduleId, status, ...window });
      return { swaps: swaps.map((swap) => swapOut(swap, ctx.now)), ...pagingOf(window, total) };
    },
  );

  app.post(
    '/on-call-schedules/:id/swaps',
    {
      schema: {
        tags,
        summary: 'Ask a member, or everybody, to take a stretch on call',
        description: 'Who asks stays on call until somebody accepts.',
        params: IdParams,
        body: SwapCreate,
        response: { 200: z.object({ swap: SwapOut }) },
      },
    },
    async (request) => {
      const scheduleId = request.params.id;
      const ctx = await scheduleContext(services, request, scheduleId);
      const { memberId, toMemberId, start, end, returnStart, returnEnd, note } = request.body;
      const swap = await offerSwap(ctx, {
        scheduleId,
        member: memberId,
        toMember: toMemberId ?? null,
        start,
        end,
        returnStart: returnStart ?? null,
        returnEnd: returnEnd ?? null,
        note: note ?? '',
      });
      return { swap: swapOut(swap, ctx.now) };
    },
  );

  app.post(
    '/on-call-schedules/:id/swaps/:swap_id/accept',
    {
      schema: {
        tags,
        summary: 'Take what a swap asks for: overrides put the accepter on call',
        description:
          'The one who was asked by name, else any member of the page but the asker; the first one wins.',
        params: SwapParams,
        body: SwapAnswer,
        response: { 200: z.object({ swap: SwapOut, overrides: z.array(OverrideOut) }) },
      },
    },
    async (request) => {
      const { id: scheduleId, swap_id: swapId } = request.params;
      const ctx = await scheduleContext(services, request, scheduleId);
      const accepted = await acceptSwap(ctx, { scheduleId, swapId, member: request.body.memberId });
      return { swap: swapOut(accepted.swap, ctx.now), overrides: accepted.overrides.map(overrideOut) };
    },
  );

  app.post(
    '/on-call-schedules/:id/swaps/:swap_id/decline',
    {
      schema: {
        tags,
        summary: 'Say that a member will not take it',
        description: 'That ends a swap with one who was asked by name; one for everybody stays open.',
        params: SwapParams,
        body: SwapAnswer,
        response: { 200: z.object({ swap: SwapOut }) },
      },
    },
    async (request) => {
      const { id: scheduleId, swap_id: swapId } = request.params;
      const ctx = await scheduleContext(services, request, scheduleId);
      const swap = await declineSwap(ctx, { scheduleId, swapId, member: request.body.memberId });
      return { swap: swapOut(swap, ctx.now) };
    },
  );

  app.delete(
    '/on-call-schedules/:id/swaps/:swap_id',
    {
      schema: {
        tags,
        summary: 'Withdraw an open swap',
        params: SwapParams,
        response: { 200: Message },
      },
    },
    async (request) => {
      const { id: scheduleId, swap_id: swapId } = request.params;
      await withdrawSwap(await scheduleContext(services, request, scheduleId), { scheduleId, swapId });
      return { message: 'Swap withdrawn successfully.' };
    },
  );
}
