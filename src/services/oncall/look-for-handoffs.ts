import { MINUTE_MS, plusMs } from '../../core/time/instant.ts';
import { contextOf, type Context } from '../context.ts';
import { severalAtOnce } from '../several-at-once.ts';
import { lookAtSchedule } from './look-at-schedule.ts';

const LIMIT = 100;
const AT_ONCE = 4;
/** A schedule at which looking fails must not keep the others from being looked at. */
const PAUSE_AFTER_ERROR_MS = MINUTE_MS;

/**
 * Looks at every schedule where a handoff or a reminder may be due, and tells whom it concerns. Costs one statement when
 * nothing is. Harmless beside any other process that does the same.
 */
export async function lookForHandoffs(ctx: Context): Promise<{ looked: number }> {
  const due = await ctx.read.handoffWatch.due(ctx.now, LIMIT);
  await severalAtOnce(due, AT_ONCE, (scheduleId) => lookAlone(ctx, scheduleId));
  return { looked: due.length };
}

async function lookAlone(ctx: Context, scheduleId: string): Promise<void> {
  // Each by the clock as it is by then.
  const own = contextOf(ctx, ctx.actor);
  try {
    await lookAtSchedule(own, { scheduleId });
  } catch (error) {
    own.log.error({ err: error, scheduleId }, 'a schedule could not be looked at for handoffs');
    await own.read.handoffWatch.putOff(scheduleId, plusMs(own.now, PAUSE_AFTER_ERROR_MS));
  }
}
