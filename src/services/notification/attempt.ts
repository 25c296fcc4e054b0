import type { PageView } from '../../core/notification/message.ts';
import { NEXT_CHANNEL_AFTER_MS } from '../../core/notification/retry.ts';
import { plusMs, SECOND_MS, type EpochMs } from '../../core/time/instant.ts';
import { contextOf, type Context } from '../context.ts';
import { acknowledgeUrl } from '../incident/view.ts';
import type { OutboundPage, Sender, SendResult } from '../ports/sender.ts';
import type { Message } from './bundle-storm.ts';
import { knowChatUser } from './know-chat-user.ts';
import { recipientOf, viewsOf } from './parcel.ts';
import { record } from './record.ts';
import { startNextChannel } from './start-next-channel.ts';

/** A turn that is further off than this is not waited for: the message goes back and comes again. */
const LONGEST_WAIT_MS = 3 * SECOND_MS;

/** Sends one message once and records what came of it. Waits for the channel's turn first. */
export async function attempt(
  ctx: Context,
  sender: Sender,
  message: Message,
  failingSince: EpochMs | null,
): Promise<void> {
  const isDown = failingSince !== null && ctx.now - failingSince >= NEXT_CHANNEL_AFTER_MS;
  const joins = message.bundle?.joins ?? null;
  if (joins === null && !(await takeTurn(ctx, sender, message))) {
    await putOff(ctx, message);
    return;
  }
  const result = await send(ctx, sender, message);
  // What follows happens when the answer came, which may be much later than when the message was taken.
  const after = contextOf(ctx, ctx.actor);
  await record(after, message, result, { isDown, wasFailing: failingSince !== null });
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
  return sendOrFind(sender, notification.uncertainSince, {
    key: message.bundle?.id ?? notification.id,
    recipient: recipientOf(known.member),
    view: pageView(ctx, message),
    now: ctx.clock.now(),
  });
}

/** Asks first where an earlier attempt may have arrived. */
async function sendOrFind(
  sender: Sender,
  uncertainSince: EpochMs | null,
  page: OutboundPage,
): Promise<SendResult & { isRepeat?: boolean }> {
  if (uncertainSince === null) return sender.send(page);
  const found = (await sender.find?.(page, uncertainSince)) ?? { kind: 'unknown' as const };
  if (found.kind === 'sent') return found;
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
  if (ctx.chat === null) return { kind: 'rejected', reason: 'no chat is set up here' };
  const shownIds = await ctx.read.chatMessages.incidentsOf(ref.channel, ref.ts);
  const shown = await viewsOf(ctx, await ctx.read.incidents.findMany(shownIds));
  const added = message.parcels.map((parcel) => parcel.view);
  const incidents = [...shownIds.flatMap((id) => shown.get(id) ?? []), ...added];
  const view = { ...pageView(ctx, message), incidents: incidents as [(typeof added)[number]] };
  const edited = await ctx.chat.editBundle(ref, view);
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

/** Waits for the chat's turn: a ceiling for the workspace, one post a second for each channel. */
async function takeTurn(ctx: Context, sender: Sender, message: Message): Promise<boolean> {
  if (sender.channel !== 'CHAT') return true;
  const now = ctx.clock.now();
  const slot = await ctx.budget.reserve(
    [
      { key: 'slack.post', intervalMs: Math.ceil(SECOND_MS / ctx.settings.slackPostsPerSecond) },
      { key: `slack.post.${message.parcels[0].member.id}`, intervalMs: SECOND_MS },
    ],
    now,
    LONGEST_WAIT_MS,
  );
  if (slot === null) return false;
  if (slot > now) await ctx.sleep(slot - now);
  return true;
}

/** Nothing was tried. Who waits for a turn that long is reached by their next channel meanwhile. */
async function putOff(ctx: Context, { parcels }: Message): Promise<void> {
  const at = plusMs(ctx.now, LONGEST_WAIT_MS);
  for (const { notification } of parcels) {
    await ctx.read.notifications.release(notification, null, { kind: 'put-back', at }, ctx.now);
    if (ctx.now - notification.dueAt >= NEXT_CHANNEL_AFTER_MS) {
      await startNextChannel(ctx, notification);
    }
  }
  ctx.wake.at([{ kind: 'deliver', channel: 'CHAT', at }]);
}
