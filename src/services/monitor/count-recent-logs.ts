import { MINUTE_MS, plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';

export const RECENT_MINUTES = 5;

/** How many logs are of the last `RECENT_MINUTES` minutes; of one page where `pageId` is given. */
export async function countRecentLogs(ctx: Context, input: { pageId: string | null }): Promise<number> {
  return ctx.read.monitors.countLogsSince(plusMs(ctx.now, -RECENT_MINUTES * MINUTE_MS), input.pageId);
}
