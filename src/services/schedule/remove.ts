import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { requireUnnamed } from '../still-named.ts';
import { transact } from '../transact.ts';

/**
 * Deletes a schedule with its shifts and overrides. Errors: `not_found`; `conflict` naming the routing rules and escalation
 * policies that name it, not those that ask all schedules.
 */
export async function removeSchedule(ctx: Context, input: { scheduleId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const schedule = await store.schedules.lock(input.scheduleId);
    if (schedule === null) throw notFound('On-call schedule');
    await requireUnnamed(store, 'On-call schedule', schedule);
    await store.schedules.remove(schedule.id);
    tx.changed(deleted('schedule', schedule));
  });
}
