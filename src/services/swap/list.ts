import type { Context } from '../context.ts';
import type { ShownSwapStatus, Swap } from '../ports/swaps.ts';

/** A schedule's swaps, newest first; of every status when `status` is null. */
export async function listSwaps(
  ctx: Context,
  input: { scheduleId: string; status: ShownSwapStatus | null; offset: number; limit: number },
): Promise<{ swaps: Swap[]; total: number }> {
  return ctx.read.swaps.list(input.scheduleId, { ...input, now: ctx.now });
}
