import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Takes an override back. Errors: `not_found`. */
export async function removeOverride(
  ctx: Context,
  input: { scheduleId: string; overrideId: string },
): Promise<void> {
  const { scheduleId, overrideId } = input;
  const wasThere = await ctx.uow.transaction((store) =>
    store.schedules.removeOverride(scheduleId, overrideId),
  );
  if (!wasThere) throw notFound('Override');
}
