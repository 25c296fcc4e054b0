import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { withdrawnNotice } from './notices.ts';
import { answered, lockOpenSwap, type SwapRef } from './open-swap.ts';

/** Takes a request back that nobody has accepted. Errors: `not_found`; `conflict` for one that is not open, or over. */
export async function withdrawSwap(ctx: Context, input: SwapRef): Promise<void> {
  await transact(ctx, async (tx) => {
    const story = await lockOpenSwap(tx.store, ctx.now, input);
    const { swap } = story;
    await tx.store.swaps.end(swap.id, { status: 'WITHDRAWN', at: ctx.now });
    tx.changed(answered('withdrawn', story, { ...swap, status: 'WITHDRAWN', answeredAt: ctx.now }));
    const asked = swap.toMemberId === null ? null : await tx.store.members.find(swap.toMemberId);
    if (asked !== null) tx.tell([withdrawnNotice(story, asked)]);
  });
}
