import { DAY_MS, type EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Swap } from '../ports/swaps.ts';
import type { TimeOff } from '../ports/time-off.ts';
import { transact } from '../transact.ts';
import { askForCover, MAX_REQUESTS } from './ask-for-cover.ts';
import { coverPlans } from './cover-plan.ts';
import { created } from '../audit/changes.ts';

/** How far ahead time off may start, and how long it may be. */
export const MAX_TIME_OFF_DAYS = 366;

export type NewTimeOff = {
  readonly memberId: string;
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly note: string;
};

/**
 * A member will be away during [start, end): whatever they have on call then, on whatever schedule of their page,
 * becomes a request to everybody. They stay on call until somebody accepts. Errors: `not_found`; `validation_error`
 * naming a path; `conflict` where it overlaps other time off of theirs.
 */
export async function addTimeOff(
  ctx: Context,
  input: NewTimeOff,
): Promise<{ timeOff: TimeOff; swaps: Swap[] }> {
  requireTimes(ctx.now, input);
  const added = await transact(ctx, async (tx) => {
    const { store } = tx;
    if (!(await store.timeOff.lockOf(input.memberId))) throw notFound('Member');
    const member = await store.members.find(input.memberId);
    if (member === null) throw notFound('Member');
    const other = await store.timeOff.findOverlapping(member.id, input);
    if (other !== null) throw conflict(`It overlaps other time off of this member: ${other.id}`);

    const timeOff: TimeOff = { id: ctx.ids.next('off'), ...input, createdAt: ctx.now };
    await store.timeOff.insert(timeOff);
    tx.changed(created('time_off', { ...timeOff, pageId: member.pageId }, member.name ?? member.email));
    const asked = await store.swaps.concerning(timeOff, ctx.now);
    const schedules = await store.schedules.loadSchedules({ pageId: member.pageId }, ctx.now);
    const plans = await coverPlans(ctx, { timeOff, swaps: asked, schedules });
    const count = plans.reduce((sum, { missing }) => sum + missing.length, 0);
    if (count > MAX_REQUESTS) {
      throw invalid(
        'end',
        `hits ${count} stretches on call; at most ${MAX_REQUESTS} can be asked for at once`,
      );
    }
    const swaps: Swap[] = [];
    for (const plan of plans) swaps.push(...(await askForCover(ctx, tx, { timeOff, member, plan })));
    return { timeOff, swaps };
  });
  ctx.log.info({ timeOffId: added.timeOff.id, requests: added.swaps.length }, 'somebody takes time off');
  return added;
}

function requireTimes(now: EpochMs, { start, end }: NewTimeOff): void {
  if (end <= start) throw invalid('end', 'must be after start');
  if (end <= now) throw invalid('end', 'is over already');
  if (end - start > MAX_TIME_OFF_DAYS * DAY_MS) {
    throw invalid('end', `must be at most ${MAX_TIME_OFF_DAYS} days after start`);
  }
  if (start - now > MAX_TIME_OFF_DAYS * DAY_MS) {
    throw invalid('start', `must be at most ${MAX_TIME_OFF_DAYS} days ahead`);
  }
}
