import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Takes an override back; what it did until now stays true of the past. Errors: `not_found`. */
export async function removeOverride(
  ctx: Context,
  input: { scheduleId: string; overrideId: string },
): Promise<void> {
  const { scheduleId, overrideId } = input;
  await ctx.uow.transaction(async (store) => {
    // First the parent: whoever writes to a schedule waits for its row.
    await store.schedules.touch(scheduleId, ctx.now);
    if (!(await store.schedules.removeOverride(scheduleId, overrideId, ctx.now))) throw notFound('Override');
  });
}
