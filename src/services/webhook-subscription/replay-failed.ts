import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { actedOn } from './audited.ts';
import { lockActive } from './lock-active.ts';

/** Above it, asking again goes on with the rest. */
export const MOST_REPLAYS = 10_000;

/**
 * Sends again, in order, each event that did not arrive: whose last delivery to the subscription is FAILED, and failed for
 * the first time at `since` or later. Asking twice sends nothing twice. Errors: `not_found`; `conflict` where the
 * subscription is turned off.
 */
export async function replayFailed(
  ctx: Context,
  input: { subscriptionId: string; since: EpochMs },
): Promise<{ replayed: number }> {
  const replayed = await transact(ctx, async (tx) => {
    const { store } = tx;
    const subscription = await lockActive(store, input.subscriptionId);
    tx.changed(actedOn(subscription, 'replayed'));
    return store.webhookDeliveries.replayFailed({
      subscriptionId: subscription.id,
      since: input.since,
      now: ctx.now,
      limit: MOST_REPLAYS,
    });
  });
  return { replayed };
}
