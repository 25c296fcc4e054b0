import { plusMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ChatRequestKind, ChatRequestLease } from '../ports/chat-requests.ts';

/** How long one attempt may take before another process may try: longer than every time-out of a handler together. */
export const REQUEST_LEASE_MS = 30 * SECOND_MS;

/**
 * Stores what chat asked for, before it is answered, so that no crash loses it. Answers the lease under which the
 * caller is to do it now; null when that id was stored before (a repeated delivery).
 */
export async function receiveRequest(
  ctx: Context,
  input: { id: string | null; kind: ChatRequestKind; body: Record<string, unknown> },
): Promise<ChatRequestLease | null> {
  const lease: ChatRequestLease = {
    id: input.id ?? ctx.ids.next('crq'),
    token: ctx.ids.secret(16),
    attempt: 1,
  };
  const request = { lease, kind: input.kind, body: input.body, receivedAt: ctx.now };
  const isNew = await ctx.read.chatRequests.insert(request, plusMs(ctx.now, REQUEST_LEASE_MS));
  return isNew ? lease : null;
}
