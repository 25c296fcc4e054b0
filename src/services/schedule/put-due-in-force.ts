import type { Context } from '../context.ts';
import { lockSettled } from './lock-settled.ts';

const LIMIT = 100;

/**
 * Puts every planned edit that is due in force. Who is on call does not wait for it: versions say it by themselves; what
 * a schedule is shown as does. What fails for one schedule is logged and keeps no other waiting.
 */
export async function putDueInForce(ctx: Context): Promise<void> {
  for (const scheduleId of await ctx.read.scheduleVersions.schedulesDue(ctx.now, LIMIT)) {
    try {
      await ctx.uow.transaction((store) => lockSettled(ctx, store, scheduleId));
    } catch (error) {
      ctx.log.error(
        { err: error, scheduleId },
        'a planned edit could not be put in force; it is tried again',
      );
    }
  }
}
