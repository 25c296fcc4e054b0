import { stillToCome, timesOnCall } from '../../core/schedule/cover.ts';
import { areTakenOver, createdAfter, standIns } from '../../core/schedule/swap.ts';
import type { Override } from '../../core/schedule/types.ts';
import type { Interval } from '../../core/time/interval.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import type { Member } from '../ports/members.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import type { Swap } from '../ports/swaps.ts';
import { transact } from '../transact.ts';
import { acceptedNotice, nameOf } from './notices.ts';
import { answered, lockOpenSwap, requireAnswerer, type SwapRef } from './open-swap.ts';

export type AcceptedSwap = { readonly swap: Swap; readonly overrides: readonly Override[] };

/**
 * A member takes what they were asked for: from now on overrides say so. Of several who accept, the first one wins.
 * Errors: `not_found`; `validation_error` naming `memberId` for somebody who was not asked; `conflict` for a request
 * that is not open, is over, or asks for what its member has not on call any more or would keep all the same.
 */
export async function acceptSwap(ctx: Context, input: SwapRef & { member: string }): Promise<AcceptedSwap> {
  const { now } = ctx;
  const accepted = await transact(ctx, async (tx) => {
    const { store } = tx;
    // First the schedule: its row is the mutex of who is on call.
    if ((await store.schedules.lock(input.scheduleId)) === null) throw notFound('On-call schedule');
    const story = await lockOpenSwap(store, now, input);
    const accepter = await requireAnswerer(store, story, input.member);
    const [schedule] = await store.schedules.loadSchedules({ ids: [input.scheduleId] }, now);
    if (schedule === undefined) throw notFound('On-call schedule');
    const { asker } = story;
    requireStillOnCall(ctx, schedule, asker, story.swap.given);
    if (story.swap.returned !== null) requireStillOnCall(ctx, schedule, accepter, story.swap.returned);

    const swap: Swap = { ...story.swap, status: 'ACCEPTED', acceptedById: accepter.id, answeredAt: now };
    // Before the overrides: from then on nobody deletes the accepter.
    await store.swaps.end(swap.id, { status: 'ACCEPTED', acceptedById: accepter.id, at: now });
    const createdAt = createdAfter(schedule.overrides, now);
    const overrides = standIns(story.swap, accepter.id, now).map((standIn): Override => ({
      id: ctx.ids.next('ovr'),
      ...standIn,
      createdAt,
    }));
    if (!areTakenOver(schedule, overrides)) {
      throw conflict('The two stand in for each other already: take one of these overrides back first');
    }
    for (const override of overrides) await store.schedules.insertOverride(schedule.id, override);
    await store.schedules.touch(schedule.id, now);
    tx.changed(answered('accepted', story, swap));
    tx.tell([acceptedNotice({ ...story, swap }, accepter)]);
    return { swap, overrides };
  });
  const { id, scheduleId, acceptedById } = accepted.swap;
  ctx.log.info({ swapId: id, scheduleId, memberId: acceptedById }, 'somebody took a stretch on call');
  return accepted;
}

/** An edit, an override or another request may have been quicker. */
function requireStillOnCall(ctx: Context, schedule: LoadedSchedule, member: Member, range: Interval): void {
  const rest = stillToCome(range, ctx.now);
  if (rest !== undefined && timesOnCall(schedule, member.id, rest).length > 0) return;
  throw conflict(`${nameOf(member)} is not on call any more in what this request is about`);
}
