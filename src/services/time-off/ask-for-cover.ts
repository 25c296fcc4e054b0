import type { Context } from '../context.ts';
import type { Member } from '../ports/members.ts';
import type { Swap } from '../ports/swaps.ts';
import type { TimeOff } from '../ports/time-off.ts';
import { coverNotice } from '../swap/notices.ts';
import { thoseAsked } from '../swap/those-asked.ts';
import type { Tx } from '../transact.ts';
import type { SchedulePlan } from './cover-plan.ts';

/** The most requests that one time off has open at once. */
export const MAX_REQUESTS = 100;

/** Opens a request to everybody for each stretch that a plan misses; who may take them is told once a schedule. */
export async function askForCover(
  ctx: Context,
  tx: Tx,
  input: { timeOff: TimeOff; member: Member; plan: SchedulePlan },
): Promise<Swap[]> {
  const { timeOff, member, plan } = input;
  const { schedule } = plan;
  const swaps = plan.missing.map((given): Swap => ({
    id: ctx.ids.next('swp'),
    scheduleId: schedule.id,
    memberId: member.id,
    toMemberId: null,
    given,
    returned: null,
    note: timeOff.note,
    status: 'OPEN',
    declinedByIds: [],
    acceptedById: null,
    answeredAt: null,
    timeOffId: timeOff.id,
    createdAt: ctx.now,
  }));
  const [first, ...rest] = swaps;
  if (first === undefined) return [];
  await tx.store.swaps.insertMany(swaps);
  const story = { swaps: [first, ...rest] as const, scheduleName: schedule.name, asker: member };
  const asked = await thoseAsked(tx.store, schedule, member, first.given.start);
  tx.tell(asked.map((to) => coverNotice(story, to)));
  return swaps;
}
