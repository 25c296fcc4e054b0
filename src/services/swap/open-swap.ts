import { isExchangeOver } from '../../core/schedule/swap.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Member } from '../ports/members.ts';
import type { Store } from '../ports/store.ts';
import type { ShownSwapStatus, Swap } from '../ports/swaps.ts';
import { nameOf, type SwapStory } from './notices.ts';
import type { AuditedChange } from '../audit/entry.ts';

export type SwapRef = { readonly scheduleId: string; readonly swapId: string };

const REFUSALS: Record<Exclude<ShownSwapStatus, 'OPEN'>, string> = {
  ACCEPTED: 'This request was accepted already',
  DECLINED: 'This request was declined',
  WITHDRAWN: 'This request was withdrawn',
  EXPIRED: 'This request is over: its time lies behind',
};

/** How a swap is shown at `now`. */
export function shownStatus(swap: Swap, now: EpochMs): ShownSwapStatus {
  return swap.status === 'OPEN' && isExchangeOver(swap, now) ? 'EXPIRED' : swap.status;
}

/**
 * The swap with what messages about it need, its row locked: it is the mutex of its answers. Errors: `not_found`;
 * `conflict` for one that is not open, or over.
 */
export async function lockOpenSwap(store: Store, now: EpochMs, ref: SwapRef): Promise<SwapStory> {
  const swap = await store.swaps.lock(ref.swapId);
  if (swap === null || swap.scheduleId !== ref.scheduleId) throw notFound('Swap');
  const status = shownStatus(swap, now);
  if (status !== 'OPEN') throw conflict(REFUSALS[status]);
  const asker = await store.members.find(swap.memberId);
  const schedule = await store.schedules.find(swap.scheduleId);
  if (asker === null || schedule === null) throw notFound('Swap');
  return { swap, asker, scheduleName: schedule.name };
}

/**
 * The member (by id or e-mail) who answers: the one who was asked by name, else anybody of the page but the asker.
 * `validation_error` naming `memberId` for anybody else.
 */
export async function requireAnswerer(
  store: Store,
  { swap, asker }: SwapStory,
  idOrEmail: string,
): Promise<Member> {
  const member = await store.members.findByIdOrEmail(asker.pageId, idOrEmail);
  if (member === null) throw invalid('memberId', `no such member on this page: ${idOrEmail}`);
  if (member.id === asker.id) throw invalid('memberId', `${nameOf(asker)} is who asks`);
  if (swap.toMemberId !== null && swap.toMemberId !== member.id) {
    throw invalid('memberId', 'somebody else was asked by name');
  }
  return member;
}

/** What the audit log says of the end of a swap, or of an answer to it. */
export function answered(
  action: 'accepted' | 'declined' | 'withdrawn',
  { swap: before, asker, scheduleName: name }: SwapStory,
  after: Swap,
): AuditedChange {
  return { action, kind: 'swap', id: before.id, name, pageId: asker.pageId, before, after };
}
