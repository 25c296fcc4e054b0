import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Takes an override back; what it did until now stays true of the past. Errors: `not_found`. */
export async function removeOverride(
  ctx: Context,
  input: { scheduleId: string; overrideId: string },
): Promise<void> {
  const { scheduleId, overrideId } = input;
  await transact(ctx, async (tx) => {
    const { store } = tx;
    // First the parent: whoever writes to a schedule waits for its row.
    await store.schedules.touch(scheduleId, ctx.now);
    const [schedule] = await store.schedules.loadSchedules({ ids: [scheduleId] }, ctx.now);
    const isRemoved = await store.schedules.removeOverride(scheduleId, overrideId, ctx.now);
    if (schedule === undefined || !isRemoved) throw notFound('Override');
    const { pageId, name } = schedule;
    const override = schedule.overrides.find(({ id }) => id === overrideId);
    tx.changed(deleted('schedule_override', { ...override, id: overrideId, pageId, scheduleId }, name));
  });
}
