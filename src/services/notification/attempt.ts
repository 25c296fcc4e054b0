import type { PageView } from '../../core/notification/message.ts';
import { NEXT_CHANNEL_AFTER_MS } from '../../core/notification/retry.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { editBundle } from '../chat/edit-bundle.ts';
import { contextOf, type Context } from '../context.ts';
import { acknowledgeUrl } from '../incident/view.ts';
import type { Member } from '../ports/members.ts';
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
  const looked = await lookUp(begun, sender, wanted);
  // Looking up takes time in which somebody else may have taken the incident on.
  const still = looked.tookTime ? await stillWanted(contextOf(ctx, ctx.actor), wanted) : wanted;
  if (still === null) return;
  const result = 'ready' in looked ? await send(begun, sender, still, looked.ready) : looked.result;
  // What follows happens when the answer came, which may be much later than when the message was sent.
  const after = contextOf(ctx, ctx.actor);
  const wasFailing = failingSince !== null;
  await record(after, still, result, { isDown, wasFailing, startedAt: begun.now });
}

/** Nobody waits for a provider that is known to be down: it may take its time to say no. */
async function startBesideDown(ctx: Context, { parcels }: Message): Promise<void> {
  for (const parcel of parcels.filter(({ notification }) => !notification.hasFallback)) {
    const { channel } = parcel.notification;
    await startBeside(ctx, parcel, `${CHANNEL_WORDS[channel]}s have been failing for a while`);
  }
}

type Found = Awaited<ReturnType<NonNullable<Sender['find']>>>;
/** What is known before anything is sent: who it goes to, and what became of an uncertain attempt. */
type Ready = { readonly member: Member; readonly found: Found | null };
type LookedUp = { readonly tookTime: boolean } & (
  | { readonly ready: Ready }
  | { readonly result: SendResult }
);

async function lookUp(ctx: Context, sender: Sender, message: Message): Promise<LookedUp> {
  const [{ notification, member }] = message.parcels;
  const isUnknown = sender.channel === 'CHAT' && member.chatUserId === null;
  const known = isUnknown ? await knowChatUser(ctx, member) : { member };
  if ('failed' in known) return { tookTime: false, result: known.failed };
  const { uncertainSince } = notification;
  if (uncertainSince === null) return { tookTime: isUnknown, ready: { member: known.member, found: null } };
  const page = pageOf(ctx, message, known.member);
  const found = (await sender.find?.(page, uncertainSince)) ?? { kind: 'unknown' as const };
  return { tookTime: found.kind !== 'sent', ready: { member: known.member, found } };
}

async function send(
  ctx: Context,
  sender: Sender,
  message: Message,
  { member, found }: Ready,
): Promise<SendResult & { isRepeat?: boolean }> {
  const joins = message.bundle?.joins ?? null;
  if (joins !== null) return joinBundle(ctx, message, joins);
  if (found?.kind === 'sent') {
    // What was found may be the bundle as it was before these joined it.
    const hasToJoin = message.bundle !== null && found.chat !== undefined;
    return hasToJoin ? joinBundle(ctx, message, found.chat) : found;
  }
  const page = pageOf(ctx, message, member);
  if (found?.kind !== 'unknown') return sender.send(page);
  // Nobody knows whether it arrived: better twice, and marked, than never.
  const result = await sender.send({ ...page, view: { ...page.view, isRepeat: true } });
  return { ...result, isRepeat: true };
}

function pageOf(ctx: Context, message: Message, member: Member): OutboundPage {
  const [{ notification }] = message.parcels;
  return {
    key: message.bundle?.id ?? notification.id,
    recipient: recipientOf(member),
    view: pageView(ctx, message),
    now: ctx.now,
  };
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
