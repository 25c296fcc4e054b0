import type { Context } from '../context.ts';
import type { TimeOff } from '../ports/time-off.ts';

/** A member's time off in order of start, past ones too. */
export async function listTimeOff(
  ctx: Context,
  input: { memberId: string; offset: number; limit: number },
): Promise<{ timeOff: TimeOff[]; total: number }> {
  return ctx.read.timeOff.list(input.memberId, input);
}
