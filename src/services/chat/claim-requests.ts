import { plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ChatRequest } from '../ports/chat-requests.ts';
import { MAX_REQUEST_ATTEMPTS } from './finish-request.ts';
import { REQUEST_LEASE_MS } from './receive-request.ts';

/**
 * Takes up to `limit` requests that were stored and never done: their process died, or they are due for another
 * attempt. Those without an attempt left are ended, and logged as lost.
 */
export async function claimRequests(ctx: Context, input: { limit: number }): Promise<ChatRequest[]> {
  const { claimed, lost } = await ctx.uow.transaction(async (store) => ({
    lost: await store.chatRequests.giveUp(ctx.now, MAX_REQUEST_ATTEMPTS),
    claimed: await store.chatRequests.claim({
      now: ctx.now,
      token: ctx.ids.secret(16),
      leaseUntil: plusMs(ctx.now, REQUEST_LEASE_MS),
      maxAttempts: MAX_REQUEST_ATTEMPTS,
      limit: input.limit,
    }),
  }));
  if (lost > 0) ctx.log.error({ count: lost }, 'chat requests were given up: no attempt finished');
  return claimed;
}
