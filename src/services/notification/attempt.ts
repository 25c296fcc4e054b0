import type { PageView } from '../../core/notification/message.ts';
import { NEXT_CHANNEL_AFTER_MS } from '../../core/notification/retry.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { editBundle } from '../chat/edit-bundle.ts';
import { contextOf, type Context } from '../context.ts';
import { acknowledgeUrl } from '../incident/view.ts';
import type { OutboundPage, Sender, SendResult } from '../ports/sender.ts';
import type { Message } from './bundle-storm.ts';
import { CHANNEL_WORDS } from './channel-words.ts';
import { knowChatUser } from './know-chat-user.ts';
import { recipientOf } from './parcel.ts';
import { record } from './record.ts';
import { startBeside } from './start-next-channel.ts';
import { putOff, stillWanted, takeTurn } from './turn.ts';

/** Sends one message once and records what came of it. Waits for the channel's turn first. */
export async function attempt(
  ctx: Context,
  sender: Sender,
  message: Message,
  failingSince: EpochMs | null,
): Promise<void> {
  const turn = await takeTurn(ctx, message);
  if (turn === 'later') return putOff(ctx, message);
  const wanted = turn === 'waited' ? await stillWanted(ctx, message) : message;
  if (wanted === null) return;
  const begun = contextOf(ctx, ctx.actor);
  const isDown = failingSince !== null && begun.now - failingSince >= NEXT_CHANNEL_AFTER_MS;
  if (isDown) await startBesideDown(begun, wanted);
  const result = await send(begun, sender, wanted);
  // What follows happens when the answer came, which may be much later than when the message was sent.
  const after = contextOf(ctx, ctx.actor);
  const wasFailing = failingSince !== null;
  await record(after, wanted, result, { isDown, wasFailing, startedAt: begun.now });
}

/** Nobody waits for a provider that is known to be down: it may take its time to say no. */
async function startBesideDown(ctx: Context, { parcels }: Message): Promise<void> {
  for (const parcel of parcels.filter(({ notification }) => !notification.hasFallback)) {
    const { channel } = parcel.notification;
    await startBeside(ctx, parcel, `${CHANNEL_WORDS[channel]}s have been failing for a while`);
  }
}

async function send(
  ctx: Context,
  sender: Sender,
  message: Message,
): Promise<SendResult & { isRepeat?: boolean }> {
  const [{ notification, member }] = message.parcels;
  const known = sender.channel === 'CHAT' ? await knowChatUser(ctx, member) : { member };
  if ('failed' in known) return known.failed;
  const joins = message.bundle?.joins ?? null;
  if (joins !== null) return joinBundle(ctx, message, joins);
  const result = await sendOrFind(sender, notification.uncertainSince, {
    key: message.bundle?.id ?? notification.id,
    recipient: recipientOf(known.member),
    view: pageView(ctx, message),
    now: ctx.now,
  });
  // What was found may be the bundle as it was before these joined it.
  const isFoundBundle = result.kind === 'sent' && result.isFound && message.bundle !== null;
  return isFoundBundle && result.chat !== undefined ? joinBundle(ctx, message, result.chat) : result;
}

/** Asks first where an earlier attempt may have arrived. */
async function sendOrFind(
  sender: Sender,
  uncertainSince: EpochMs | null,
  page: OutboundPage,
): Promise<SendResult & { isRepeat?: boolean; isFound?: boolean }> {
  if (uncertainSince === null) return sender.send(page);
  const found = (await sender.find?.(page, uncertainSince)) ?? { kind: 'unknown' as const };
  if (found.kind === 'sent') return { ...found, isFound: true };
  if (found.kind === 'absent') return sender.send(page);
  // Nobody knows whether it arrived: better twice, and marked, than never.
  const result = await sender.send({ ...page, view: { ...page.view, isRepeat: true } });
  return { ...result, isRepeat: true };
}

function pageView(ctx: Context, { parcels, bundle }: Message): PageView {
  const [first, ...rest] = parcels;
  return {
    incidents: [first.view, ...rest.map((parcel) => parcel.view)],
    why: first.notification.why,
    isRepeat: first.notification.isRepeat,
    acknowledgeUrl: bundle === null ? acknowledgeUrl(ctx, first.incident.id, first.member.id) : null,
  };
}

/** Adds the message's incidents to a rolling message that is there already. */
async function joinBundle(
  ctx: Context,
  message: Message,
  ref: { channel: string; ts: string },
): Promise<SendResult> {
  if (ctx.chat === null || message.bundle === null) {
    return { kind: 'rejected', reason: 'no chat is set up here' };
  }
  const { why, memberId } = message.parcels[0].notification;
  const bundle = { memberId, bundleId: message.bundle.id, why };
  const edited = await editBundle(ctx, ctx.chat, ref, bundle);
  switch (edited.kind) {
    case 'done':
      return { kind: 'sent', externalId: `${ref.channel}/${ref.ts}`, chat: ref };
    case 'retry':
      return { kind: 'retry', reason: edited.reason, unavailable: false, ...optional(edited.afterMs) };
    case 'gone':
      return { kind: 'retry', reason: edited.reason, unavailable: false };
  }
}

function optional(afterMs: number | undefined): { afterMs?: number } {
  return afterMs === undefined ? {} : { afterMs };
}
