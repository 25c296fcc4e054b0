import { plusMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ChatRequestLease } from '../ports/chat-requests.ts';

/** The first attempt and four more. */
export const MAX_REQUEST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5 * SECOND_MS;
const MAX_ERROR_LENGTH = 500;

/**
 * Records what came of one attempt at a request from chat: done, or failed, which is tried again after 5, 10, 20 and
 * 40 s and then given up. Nothing happens when the lease went to somebody else meanwhile.
 */
export async function finishRequest(
  ctx: Context,
  input: { lease: ChatRequestLease; error: string | null },
): Promise<void> {
  const { lease } = input;
  const error = input.error === null ? null : input.error.slice(0, MAX_ERROR_LENGTH);
  const pauseMs = FIRST_PAUSE_MS * 2 ** (lease.attempt - 1);
  const isOver = error === null || lease.attempt >= MAX_REQUEST_ATTEMPTS;
  const kept = await (isOver
    ? ctx.read.chatRequests.finish(lease, ctx.now, error)
    : ctx.read.chatRequests.release(lease, plusMs(ctx.now, pauseMs), error));
  if (!kept) ctx.log.warn({ requestId: lease.id }, 'a chat request was finished after its lease was over');
}
