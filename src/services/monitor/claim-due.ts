import { MINUTE_MS, plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { CLAIM_HOLDS_MS, type ClaimedCheck } from '../ports/monitor-checks.ts';
import type { CheckBatch } from '../ports/wake.ts';

const LIMIT = 1_000;
const BATCH = 50;

/** Takes the checks that are due and queues them in batches for their locations; answers how many there were. */
export async function claimDue(
  ctx: Context,
  input: { locations: readonly string[] },
): Promise<{ claimed: number }> {
  const claimed = await ctx.read.monitors.claimDue({ ...input, now: ctx.now, limit: LIMIT });
  if (claimed.length > 0) await ctx.wake.check(batchesOf(claimed));
  return { claimed: claimed.length };
}

/**
 * Queues again what was claimed and never recorded within `heldMs` (a minute): its batch was lost. Answers how many
 * there were.
 */
export async function reclaimLost(
  ctx: Context,
  input: { locations: readonly string[]; heldMs?: number },
): Promise<{ reclaimed: number }> {
  const { locations, heldMs = CLAIM_HOLDS_MS } = input;
  const claimedBefore = plusMs(ctx.now, -heldMs);
  const lost = await ctx.read.monitors.reclaimLost({ locations, claimedBefore, now: ctx.now, limit: LIMIT });
  if (lost.length > 0) await ctx.wake.check(batchesOf(lost));
  return { reclaimed: lost.length };
}

/** The clocks of several machines may differ by this much. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/**
 * Makes checks due again that were put off by a clock that was ahead, as a machine's may be until it has asked for the time:
 * nothing would be checked until it is as late as that clock said. Answers how many there were.
 */
export async function recallPutOff(ctx: Context): Promise<{ recalled: number }> {
  const recalled = await ctx.read.monitors.recallPutOff({ now: ctx.now, toleranceMs: CLOCKS_DIFFER_MS });
  if (recalled > 0)
    ctx.log.warn({ recalled }, 'the clock was set back: checks that it had put off are due again');
  return { recalled };
}

function batchesOf(claimed: readonly ClaimedCheck[]): CheckBatch[] {
  const byLocation = new Map<string, string[]>();
  for (const { location, monitorId } of claimed) {
    byLocation.set(location, [...(byLocation.get(location) ?? []), monitorId]);
  }
  return [...byLocation].flatMap(([location, ids]) =>
    Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) => ({
      location,
      monitorIds: ids.slice(index * BATCH, (index + 1) * BATCH),
    })),
  );
}
