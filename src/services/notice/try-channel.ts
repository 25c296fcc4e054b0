import type { Channel } from '../../core/notification/channel.ts';
import { afterFailure, MAX_ATTEMPTS } from '../../core/notification/retry.ts';
import { MINUTE_MS, plusMs, SECOND_MS } from '../../core/time/instant.ts';
import { postingTo } from '../chat/budgets.ts';
import type { Context } from '../context.ts';
import { knowChatUser } from '../notification/know-chat-user.ts';
import { OUTBOX_LEASE_MS } from '../outbox/lease.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { Sender, SendResult } from '../ports/sender.ts';
import { outboundOf, recordSent, type Errand } from './errand.ts';
import { lookBack } from './look-back.ts';

/** `settled`: nothing is left to do, here at least. `makesWay`: the next channel is to be tried meanwhile. */
export type Tried =
  | { readonly kind: 'settled' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'later'; readonly makesWay: boolean; readonly outcome: Outcome };
type Later = Extract<Tried, { kind: 'later' }>;
type Failure = Exclude<SendResult, { kind: 'sent' }>;

const TURN_PAUSE_MS = SECOND_MS;
/** How long a turn is waited for in one go, and how often it is asked for. */
const TURN_LOOK_MS = 2 * SECOND_MS;
const TURN_STEP_MS = 100;
/** Waiting in line is no trouble, but a handoff that is told much later by chat is better told by e-mail. */
const TURN_PATIENCE_MS = 2 * MINUTE_MS;

/** One attempt by one channel, recorded before it starts and when its answer is known. */
export async function tryChannel(ctx: Context, errand: Errand, channel: Channel): Promise<Tried> {
  const sender = ctx.senders.get(channel);
  if (sender === undefined) return { kind: 'refused' };
  if (channel === 'CHAT' && !(await isTurnFree(ctx, errand))) return waitForTurn(ctx, errand);
  const { notice, entry, member } = errand;
  const known = channel === 'CHAT' ? await knowChatUser(ctx, member) : { member };
  if ('failed' in known) return absorb(ctx, errand, sender, known.failed);
  const leaseUntil = plusMs(ctx.clock.now(), OUTBOX_LEASE_MS);
  const isOurs = await ctx.read.notices.begin(notice.id, entry, { by: channel, leaseUntil });
  if (!isOurs) return { kind: 'settled' };
  const ready = { ...errand, member: known.member };
  return absorb(ctx, ready, sender, await sender.send(outboundOf(ctx, ready)));
}

/** Takes a turn only when one is free, and none ahead: whoever has to be paged meanwhile waits for no notice. */
async function isTurnFree(ctx: Context, { member }: Errand): Promise<boolean> {
  const slots = postingTo(ctx, member.id);
  for (let waitedMs = 0; waitedMs <= TURN_LOOK_MS; waitedMs += TURN_STEP_MS) {
    if ((await ctx.budget.reserve(slots, ctx.clock.now(), 0)) !== null) return true;
    await ctx.sleep(TURN_STEP_MS);
  }
  return false;
}

function waitForTurn(ctx: Context, { notice }: Errand): Later {
  const now = ctx.clock.now();
  const at = plusMs(now, TURN_PAUSE_MS);
  return {
    kind: 'later',
    makesWay: now - notice.createdAt >= TURN_PATIENCE_MS,
    outcome: { kind: 'later', at, reason: 'not its turn', countsAsAttempt: false },
  };
}

async function absorb(ctx: Context, errand: Errand, sender: Sender, result: SendResult): Promise<Tried> {
  const { channel } = sender;
  if (result.kind === 'sent') {
    await recordSent(ctx, errand, channel);
    return { kind: 'settled' };
  }
  switch (result.kind) {
    case 'rejected':
      return refused(ctx, errand, channel, result);
    case 'retry':
      await ctx.read.notices.recordUnsent(errand.notice.id, errand.entry);
      if (channel === 'CHAT' && result.afterMs !== undefined) {
        await ctx.budget.holdUntil('slack.post', plusMs(ctx.clock.now(), result.afterMs));
      }
      return tryAgain(ctx, errand, result);
    case 'uncertain':
      return uncertain(ctx, errand, sender, result);
  }
}

async function refused(ctx: Context, errand: Errand, channel: Channel, { reason }: Failure): Promise<Tried> {
  const { id, type, memberId } = errand.notice;
  ctx.log.warn({ noticeId: id, type, memberId, channel, reason }, 'a channel refused a notice');
  await ctx.read.notices.recordRefused(id, errand.entry, channel);
  return { kind: 'refused' };
}

/** It stays recorded as begun, so that the next attempt looks for it first; nobody else is asked before that. */
async function uncertain(ctx: Context, errand: Errand, sender: Sender, failure: Failure): Promise<Tried> {
  const { channel } = sender;
  // A channel that cannot be asked would double it for ever.
  if (sender.find === undefined && errand.entry.attempts >= MAX_ATTEMPTS) {
    return refused(ctx, errand, channel, failure);
  }
  const next = tryAgain(ctx, errand, failure);
  if (!next.makesWay || (await lookBack(ctx, errand, channel)) !== 'sent') return next;
  return { kind: 'settled' };
}

/** When it is tried again, by the rule of pages; it has until it expires, at the longest pause in the end. */
export function tryAgain(ctx: Context, errand: Errand, failure: { reason: string; afterMs?: number }): Later {
  const now = ctx.clock.now();
  const { entry, notice } = errand;
  const next = afterFailure({
    attempts: Math.min(entry.attempts, MAX_ATTEMPTS - 1),
    firstFailedAt: notice.createdAt,
    now,
    random: ctx.random(),
    afterMs: failure.afterMs,
    providerIsDown: false,
  });
  const { at, makesWay } =
    next.kind === 'retry' ? { at: next.at, makesWay: next.startNextChannel } : { at: now, makesWay: true };
  return {
    kind: 'later',
    makesWay,
    outcome: { kind: 'later', at, reason: failure.reason, countsAsAttempt: true },
  };
}
