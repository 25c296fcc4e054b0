import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Takes time off back. Its open requests are withdrawn; accepted ones stay, since somebody counts on them. Answers how
 * many there were of both. Errors: `not_found`.
 */
export async function removeTimeOff(
  ctx: Context,
  input: { memberId: string; timeOffId: string },
): Promise<{ withdrawn: number; accepted: number }> {
  const { memberId, timeOffId } = input;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    // First the member: whoever asks for cover on their behalf waits for it.
    if (!(await store.timeOff.lockOf(memberId))) throw notFound('Time off');
    const timeOff = await store.timeOff.find(timeOffId);
    if (timeOff?.memberId !== memberId) throw notFound('Time off');
    const ended = await store.swaps.withdrawAllOf(timeOffId, ctx.now);
    await store.timeOff.remove(timeOffId);
    const member = await store.members.find(memberId);
    if (member !== null) {
      tx.changed(deleted('time_off', { ...timeOff, pageId: member.pageId }, member.name ?? member.email));
    }
    return ended;
  });
}
