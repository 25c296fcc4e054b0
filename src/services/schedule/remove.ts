import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Deletes a schedule with its shifts and overrides. Errors: `not_found`. */
export async function removeSchedule(ctx: Context, input: { scheduleId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const schedule = await store.schedules.lock(input.scheduleId);
    if (schedule === null) throw notFound('On-call schedule');
    await store.schedules.remove(schedule.id);
    tx.changed(deleted('schedule', schedule));
  });
}
