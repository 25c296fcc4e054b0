import type { Context } from '../context.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import type { Swap } from '../ports/swaps.ts';
import type { TimeOff } from '../ports/time-off.ts';
import { askForCover, MAX_REQUESTS } from '../time-off/ask-for-cover.ts';
import { coverPlans } from '../time-off/cover-plan.ts';
import { transact } from '../transact.ts';

export type Covered = { readonly opened: number; readonly withdrawn: number };

/**
 * Brings the requests of all time off that is not over up to the schedules as they are: opens one for what is hit and
 * was not asked for, withdraws those for what is their member's no more. Running it again, here or in another process,
 * changes nothing. What fails for one is logged and keeps nobody else waiting.
 */
export async function coverTimeOff(ctx: Context): Promise<Covered> {
  let [opened, withdrawn] = [0, 0];
  for (const pageId of await ctx.read.timeOff.pagesWithAny(ctx.now)) {
    const schedules = await ctx.read.schedules.loadSchedules({ pageId }, ctx.now);
    for (const timeOff of await ctx.read.timeOff.notOver(pageId, ctx.now)) {
      try {
        const done = await coverOne(ctx, timeOff, schedules);
        opened += done.opened;
        withdrawn += done.withdrawn;
      } catch (error) {
        ctx.log.error(
          { err: error, timeOffId: timeOff.id },
          'time off could not be covered; it is tried again',
        );
      }
    }
  }
  return { opened, withdrawn };
}

async function coverOne(
  ctx: Context,
  timeOff: TimeOff,
  schedules: readonly LoadedSchedule[],
): Promise<Covered> {
  const nothing = { opened: 0, withdrawn: 0 };
  // Mostly there is nothing to do, which takes no lock to find out.
  const known = await ctx.read.swaps.concerning(timeOff, ctx.now);
  if ((await coverPlans(ctx, { timeOff, swaps: known, schedules })).length === 0) return nothing;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const isThere = (await store.timeOff.lockOf(timeOff.memberId)) && (await store.timeOff.find(timeOff.id));
    const member = isThere ? await store.members.find(timeOff.memberId) : null;
    if (member === null) return nothing;
    const swaps = await store.swaps.concerning(timeOff, ctx.now);
    const fresh = await store.schedules.loadSchedules({ pageId: member.pageId }, ctx.now);
    let room = MAX_REQUESTS - swaps.filter((swap) => isOpenOf(swap, timeOff)).length;
    let [opened, withdrawn] = [0, 0];
    for (const plan of await coverPlans(ctx, { timeOff, swaps, schedules: fresh })) {
      withdrawn += await store.swaps.dropOutdated(plan.outdated, ctx.now);
      const missing = plan.missing.slice(0, Math.max(room, 0));
      opened += (await askForCover(ctx, tx, { timeOff, member, plan: { ...plan, missing } })).length;
      room -= missing.length;
    }
    return { opened, withdrawn };
  });
}

function isOpenOf({ status, timeOffId }: Swap, timeOff: TimeOff): boolean {
  return status === 'OPEN' && timeOffId === timeOff.id;
}
