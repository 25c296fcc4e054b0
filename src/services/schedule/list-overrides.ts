import type { Override } from '../../core/schedule/types.ts';
import type { Context } from '../context.ts';

/** A schedule's overrides in order of start, past ones too. */
export async function listOverrides(
  ctx: Context,
  input: { scheduleId: string; offset: number; limit: number },
): Promise<{ overrides: Override[]; total: number }> {
  return ctx.read.schedules.listOverrides(input.scheduleId, input);
}
