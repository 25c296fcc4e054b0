import type { Channel } from '../../core/notification/channel.ts';
import { noticeChannels } from '../../core/notification/notice.ts';
import { MAX_ATTEMPTS } from '../../core/notification/retry.ts';
import type { Context } from '../context.ts';
import { channelCheck } from '../member/reach.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { OutboxEntry } from '../ports/outbox.ts';
import { loadErrand, type Errand } from './errand.ts';
import { lookBack } from './look-back.ts';
import { tryAgain, tryChannel, type Tried } from './try-channel.ts';

/**
 * Tells a member of the notice that is the entry's subject, by the first of their channels that takes it. A channel
 * that refuses it for good makes way at once, one in trouble after 30 s; then all are tried again and again until the
 * notice expires. Pages go first.
 */
export async function sendNotice(ctx: Context, entry: OutboxEntry): Promise<Outcome> {
  const errand = await loadErrand(ctx, entry);
  if (errand === null) return { kind: 'done' };
  const { notice, member } = errand;
  const unclear = notice.sentBy;
  const before = unclear === null ? 'absent' : await lookBack(ctx, errand, unclear);
  if (before === 'sent') return { kind: 'done' };
  if (notice.expiresAt <= ctx.clock.now()) return drop(ctx, errand, 'it expired');
  const channels = noticeChannels(member.notificationRules, channelCheck(ctx, member)).filter(
    (channel) => !notice.refused.includes(channel),
  );
  // What may have arrived is sent again only where nobody would say for long whether it did.
  const isOpen = before === 'unknown' && entry.attempts < MAX_ATTEMPTS;
  return sendByFirst(ctx, { errand, open: isOpen ? unclear : null }, channels);
}

type Sending = { readonly errand: Errand; readonly open: Channel | null };

async function sendByFirst(
  ctx: Context,
  sending: Sending,
  [channel, ...others]: readonly Channel[],
  later: Outcome | null = null,
): Promise<Outcome> {
  if (channel === undefined) return later ?? drop(ctx, sending.errand, 'no channel of the member works');
  const tried = await tryOne(ctx, sending, channel);
  switch (tried.kind) {
    case 'settled':
      return { kind: 'done' };
    case 'refused':
      return sendByFirst(ctx, sending, others, later);
    case 'later':
      return tried.makesWay && others.length > 0
        ? sendByFirst(ctx, sending, others, tried.outcome)
        : tried.outcome;
  }
}

async function tryOne(ctx: Context, { errand, open }: Sending, channel: Channel): Promise<Tried> {
  if (channel === open) return tryAgain(ctx, errand, { reason: 'nobody says whether it arrived' });
  return tryChannel(ctx, errand, channel);
}

function drop(ctx: Context, { notice }: Errand, reason: string): Outcome {
  const { id, type, memberId, key } = notice;
  ctx.log.warn({ noticeId: id, type, memberId, key, reason }, 'a member was not told');
  return { kind: 'done' };
}
