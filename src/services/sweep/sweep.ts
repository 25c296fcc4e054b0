import { plusMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Channel } from '../../core/notification/channel.ts';
import type { Context } from '../context.ts';
import { wakeUp } from '../incident/wake-up.ts';
import { severalAtOnce } from '../several-at-once.ts';

const LIMIT = 500;
const AT_ONCE = 8;
/** What is due for less long than this is on its way. */
const OVERDUE_AFTER_MS = 5 * SECOND_MS;

/** What the sweep found overdue, which in good health is nothing: its hint was lost. */
export type SweepFindings = {
  /** False where more was due than one look takes: look again. */
  readonly isWhole: boolean;
  readonly incidents: number;
  readonly channels: readonly Channel[];
  readonly outbox: number;
};

/**
 * Looks in the database for whatever is due, with or without hints: fires overdue rules and ends snoozes right here, and
 * answers what else is overdue. Harmless beside any other process that does the same.
 */
export async function sweep(ctx: Context): Promise<SweepFindings> {
  const overdue = plusMs(ctx.now, -OVERDUE_AFTER_MS);
  const { incidents, runs, notifications, outbox } = ctx.read;
  const [due, snoozed, nextDue, waiting] = await Promise.all([
    runs.incidentsDue(ctx.now, LIMIT),
    incidents.snoozesEnded(ctx.now, LIMIT),
    notifications.nextDue(),
    outbox.countDue(overdue),
  ]);
  const lateIncidents = await runs.incidentsDue(overdue, LIMIT);
  await notifications.freeHeld();
  await wakeAll(ctx, new Set([...snoozed, ...due]));
  return {
    isWhole: due.length < LIMIT && snoozed.length < LIMIT,
    incidents: lateIncidents.length,
    channels: nextDue.filter(({ at }) => at <= overdue).map(({ channel }) => channel),
    outbox: waiting,
  };
}

/** Several at once, in the order of their due times; one that fails keeps none of the others from being escalated. */
async function wakeAll(ctx: Context, incidentIds: ReadonlySet<string>): Promise<void> {
  await severalAtOnce(incidentIds, AT_ONCE, async (incidentId) => {
    try {
      await wakeUp(ctx, { incidentId });
    } catch (error) {
      ctx.log.error({ err: error, incidentId }, 'an incident could not be advanced');
    }
  });
}
