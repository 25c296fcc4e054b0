import { timesOnCall, stillToCome } from '../../core/schedule/cover.ts';
import { DAY_MS, type EpochMs } from '../../core/time/instant.ts';
import { overlaps, type Interval } from '../../core/time/interval.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAll, notFound, type ErrorDetail } from '../errors.ts';
import type { Member } from '../ports/members.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';
import type { Swap } from '../ports/swaps.ts';
import { transact } from '../transact.ts';
import { askedNotice, coverNotice, nameOf } from './notices.ts';
import { thoseAsked } from './those-asked.ts';
import { created } from '../audit/changes.ts';

/** How far ahead a stretch that is given away may start, and how long it may be. */
export const MAX_AHEAD_DAYS = 366;
export const MAX_SWAP_DAYS = 92;

/** Members by id or e-mail; `toMember` null: anybody. `returnStart` and `returnEnd` both or neither. */
export type NewSwap = {
  readonly scheduleId: string;
  readonly member: string;
  readonly toMember: string | null;
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly returnStart: EpochMs | null;
  readonly returnEnd: EpochMs | null;
  readonly note: string;
};

/**
 * Asks a member, or everybody, to take what the asker has on call within [start, end); the asker stays on call until
 * somebody accepts. Errors: `not_found`; `validation_error` naming a path.
 */
export async function offerSwap(ctx: Context, input: NewSwap): Promise<Swap> {
  const given = { start: input.start, end: input.end };
  requireWindow(ctx.now, given, ['start', 'end']);
  const returned = requireReturn(ctx.now, input);
  const swap = await transact(ctx, async (tx) => {
    const [schedule] = await tx.store.schedules.loadSchedules({ ids: [input.scheduleId] }, ctx.now);
    if (schedule === undefined) throw notFound('On-call schedule');
    const { asker, asked } = await requireMembers(tx.store, schedule.pageId, input);
    requireOnCall(ctx, schedule, asker, given, 'start');
    if (asked !== null && returned !== null) requireOnCall(ctx, schedule, asked, returned, 'returnStart');

    const made: Swap = {
      id: ctx.ids.next('swp'),
      scheduleId: schedule.id,
      memberId: asker.id,
      toMemberId: asked?.id ?? null,
      given,
      returned,
      note: input.note,
      status: 'OPEN',
      declinedByIds: [],
      acceptedById: null,
      answeredAt: null,
      timeOffId: null,
      createdAt: ctx.now,
    };
    await tx.store.swaps.insertMany([made]);
    tx.changed(created('swap', { ...made, pageId: schedule.pageId }, schedule.name));
    const story = { swap: made, scheduleName: schedule.name, asker };
    if (asked === null) {
      const at = given.start > ctx.now ? given.start : ctx.now;
      const everybody = await thoseAsked(tx.store, schedule, asker, at);
      tx.tell(everybody.map((to) => coverNotice({ ...story, swaps: [made] }, to)));
    } else {
      tx.tell([askedNotice(story, asked)]);
    }
    return made;
  });
  ctx.log.info({ swapId: swap.id, scheduleId: swap.scheduleId }, 'somebody asked to be replaced on call');
  return swap;
}

function requireWindow(now: EpochMs, { start, end }: Interval, paths: readonly [string, string]): void {
  const [startPath, endPath] = paths;
  if (end <= start) throw invalid(endPath, `must be after ${startPath}`);
  if (end <= now) throw invalid(endPath, 'is over already');
  if (end - start > MAX_SWAP_DAYS * DAY_MS) {
    throw invalid(endPath, `must be at most ${MAX_SWAP_DAYS} days after ${startPath}`);
  }
  if (start - now > MAX_AHEAD_DAYS * DAY_MS) {
    throw invalid(startPath, `must be at most ${MAX_AHEAD_DAYS} days ahead`);
  }
}

function requireReturn(now: EpochMs, input: NewSwap): Interval | null {
  const { returnStart, returnEnd } = input;
  if (returnStart === null && returnEnd === null) return null;
  if (returnStart === null) throw invalid('returnStart', 'must be sent with returnEnd');
  if (returnEnd === null) throw invalid('returnEnd', 'must be sent with returnStart');
  if (input.toMember === null) throw invalid('toMemberId', 'must say with whom the stretch is exchanged');
  const returned = { start: returnStart, end: returnEnd };
  requireWindow(now, returned, ['returnStart', 'returnEnd']);
  // Where both stood in for each other at once, each would only get back what they gave.
  if (overlaps(returned, input)) throw invalid('returnStart', 'must not overlap what is given away');
  return returned;
}

async function requireMembers(
  store: Store,
  pageId: string,
  { member, toMember }: NewSwap,
): Promise<{ asker: Member; asked: Member | null }> {
  const asker = await store.members.findByIdOrEmail(pageId, member);
  const asked = toMember === null ? null : await store.members.findByIdOrEmail(pageId, toMember);
  const missing = (path: string, name: string | null): ErrorDetail => ({
    path,
    message: `no such member on this page: ${name}`,
  });
  const isAskedMissing = asked === null && toMember !== null;
  if (asker === null || isAskedMissing) {
    throw invalidAll([
      ...(asker === null ? [missing('memberId', member)] : []),
      ...(isAskedMissing ? [missing('toMemberId', toMember)] : []),
    ]);
  }
  if (asked?.id === asker.id) throw invalid('toMemberId', 'must be somebody else than who asks');
  return { asker, asked };
}

/** What has run already can be given to nobody. */
function requireOnCall(
  ctx: Context,
  schedule: LoadedSchedule,
  member: Member,
  range: Interval,
  path: string,
): void {
  const rest = stillToCome(range, ctx.now);
  if (rest !== undefined && timesOnCall(schedule, member.id, rest).length > 0) return;
  throw invalid(path, `${nameOf(member)} is not on call in ${schedule.name} at any time of it`);
}
