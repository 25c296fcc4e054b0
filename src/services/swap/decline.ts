import type { Context } from '../context.ts';
import type { Swap } from '../ports/swaps.ts';
import { transact, type Tx } from '../transact.ts';
import { declinedNotice, type SwapStory } from './notices.ts';
import { answered, lockOpenSwap, requireAnswerer, type SwapRef } from './open-swap.ts';
import { thoseAsked } from './those-asked.ts';

/**
 * A member will not take it. That ends a request to them by name; one to everybody stays open and remembers it.
 * Declining twice changes nothing. Errors: as of `acceptSwap`.
 */
export async function declineSwap(ctx: Context, input: SwapRef & { member: string }): Promise<Swap> {
  const { now } = ctx;
  return transact(ctx, async (tx) => {
    const story = await lockOpenSwap(tx.store, now, input);
    const { swap } = story;
    const member = await requireAnswerer(tx.store, story, input.member);
    if (swap.toMemberId !== null) {
      await tx.store.swaps.end(swap.id, { status: 'DECLINED', at: now });
      const declined: Swap = { ...swap, status: 'DECLINED', answeredAt: now };
      tx.changed(answered('declined', story, declined));
      tx.tell([declinedNotice(story, member)]);
      return declined;
    }
    if (swap.declinedByIds.includes(member.id)) return swap;
    await tx.store.swaps.addDecline(swap.id, member.id);
    const remembered = { ...swap, declinedByIds: [...swap.declinedByIds, member.id] };
    tx.changed(answered('declined', story, remembered));
    await tellOfTheLast(ctx, tx, { ...story, swap: remembered });
    return remembered;
  });
}

/** One who declines is no news while others may still accept. */
async function tellOfTheLast(ctx: Context, tx: Tx, story: SwapStory): Promise<void> {
  const { swap, asker } = story;
  const [schedule] = await tx.store.schedules.loadSchedules({ ids: [swap.scheduleId] }, ctx.now);
  if (schedule === undefined) return;
  const at = swap.given.start > ctx.now ? swap.given.start : ctx.now;
  const asked = await thoseAsked(tx.store, schedule, asker, at);
  if (asked.every(({ id }) => swap.declinedByIds.includes(id))) tx.tell([declinedNotice(story, null)]);
}
