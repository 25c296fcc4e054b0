import type { Context } from '../context.ts';
import type { Subscriber } from '../ports/subscribers.ts';

/** A page's subscribers, oldest first; `search` is part of a name or address. */
export async function listSubscribers(
  ctx: Context,
  input: { pageId: string; search: string | undefined; offset: number; limit: number },
): Promise<Subscriber[]> {
  const { pageId, ...options } = input;
  return ctx.read.subscribers.list(pageId, options);
}
