import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';

/** Far longer than chat repeats a delivery (minutes); what people wrote need not be kept longer. */
const KEEP_DONE_MS = DAY_MS;

/** Removes requests from chat that were done more than a day ago; how many. */
export async function pruneRequests(ctx: Context): Promise<number> {
  return ctx.read.chatRequests.removeDone(plusMs(ctx.now, -KEEP_DONE_MS));
}
