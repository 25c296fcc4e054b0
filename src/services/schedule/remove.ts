import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes a schedule with its shifts and overrides. Errors: `not_found`. */
export async function removeSchedule(ctx: Context, input: { scheduleId: string }): Promise<void> {
  await ctx.uow.transaction(async (store) => {
    if ((await store.schedules.lock(input.scheduleId)) === null) throw notFound('On-call schedule');
    await store.schedules.remove(input.scheduleId);
  });
}
