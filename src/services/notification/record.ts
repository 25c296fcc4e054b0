import type { Channel } from '../../core/notification/channel.ts';
import { afterFailure, type AfterFailure } from '../../core/notification/retry.ts';
import { plusMs, type EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ChatMessage } from '../ports/chat-messages.ts';
import type { ClaimedNotification, Release } from '../ports/notifications.ts';
import type { ChatRef, SendResult } from '../ports/sender.ts';
import { transact, transactTogether, type Tx } from '../transact.ts';
import type { Message } from './bundle-storm.ts';
import { CHANNEL_WORDS } from './channel-words.ts';
import { nameOf, type Parcel } from './parcel.ts';
import { startNextChannel } from './start-next-channel.ts';

type Failure = Exclude<SendResult, { kind: 'sent' }>;
/** How the provider was before, and when this attempt began. */
type Circumstances = {
  readonly isDown: boolean;
  readonly wasFailing: boolean;
  readonly startedAt: EpochMs;
};

/** Records what came of one message for every notification in it, and starts what follows from a failure. */
export async function record(
  ctx: Context,
  message: Message,
  result: SendResult & { isRepeat?: boolean },
  circumstances: Circumstances,
): Promise<void> {
  const { channel, dueAt } = message.parcels[0].notification;
  ctx.meter.attempt(channel, result.kind, Math.max(0, ctx.now - dueAt));
  if (result.kind === 'sent') {
    await transactTogether(ctx, (tx) => recordSent(ctx, tx, message, result));
    if (circumstances.wasFailing) await ctx.read.notifications.markProvider(channel, null, ctx.now);
    return;
  }
  if (result.kind !== 'rejected' && isProviderTrouble(channel, result)) {
    await ctx.read.notifications.markProvider(channel, { reason: result.reason }, ctx.now);
  }
  if (result.kind === 'retry' && result.afterMs !== undefined && channel === 'CHAT') {
    await ctx.budget.holdUntil('slack.post', plusMs(ctx.now, result.afterMs));
  }
  for (const parcel of message.parcels) await recordFailure(ctx, parcel, result, circumstances);
}

async function recordSent(
  ctx: Context,
  tx: Tx,
  { parcels, bundle }: Message,
  result: Extract<SendResult, { kind: 'sent' }> & { isRepeat?: boolean },
): Promise<void> {
  const isRepeat = result.isRepeat ?? false;
  const { chat } = result;
  const externalId = chat === undefined ? result.externalId : `${chat.channel}/${chat.ts}`;
  for (const parcel of parcels) {
    const { notification, incident, member, view } = parcel;
    const sent = { externalId, isRepeat, bundleId: bundle?.id ?? null };
    const isOurs = await tx.store.notifications.markSent(notification, sent, ctx.now);
    if (!isOurs) continue;
    if (chat !== undefined) rememberMessage(ctx, tx, parcel, chat, bundle !== null);
    const how = bundle === null ? '' : ' in a bundle';
    tx.happened({
      type: 'notification.sent',
      pageId: incident.pageId,
      incidentId: incident.id,
      actor: 'Tocsin',
      text: `${CHANNEL_WORDS[notification.channel]} to ${nameOf(parcel)} sent${how}${isRepeat ? ', perhaps for the second time' : ''}.`,
      data: {
        notificationId: notification.id,
        memberId: member.id,
        channel: notification.channel,
        attempt: notification.attempt,
        isRepeat,
        lateMs: Math.max(0, ctx.now - notification.dueAt),
        version: view.version,
      },
    });
    tx.showInChat(incident.id);
  }
}

function rememberMessage(ctx: Context, tx: Tx, parcel: Parcel, chat: ChatRef, isBundle: boolean): void {
  const message: ChatMessage = {
    id: ctx.ids.next('chm'),
    incidentId: parcel.incident.id,
    kind: isBundle ? 'BUNDLE' : 'PAGE',
    memberId: parcel.member.id,
    notificationId: parcel.notification.id,
    channel: chat.channel,
    ts: chat.ts,
    shownVersion: parcel.view.version,
    threadSeq: 0n,
    why: parcel.notification.why,
    createdAt: ctx.now,
  };
  tx.add({ chatMessages: [message] });
}

async function recordFailure(
  ctx: Context,
  parcel: Parcel,
  result: Failure,
  circumstances: Circumstances,
): Promise<void> {
  const { notification } = parcel;
  const next = whatFollows(ctx, notification, result, circumstances);
  const isOurs = await ctx.read.notifications.release(
    notification,
    { outcome: OUTCOMES[result.kind], detail: result.reason, externalId: null },
    releaseOf(notification, result, next, circumstances),
    ctx.now,
  );
  if (!isOurs) return;
  const started = (await isNextChannelDue(ctx, notification, next))
    ? await startNextChannel(ctx, notification)
    : null;
  if (next.kind === 'retry') ctx.wake.at([{ kind: 'deliver', channel: notification.channel, at: next.at }]);
  const isFirst = notification.attempt === 1 || notification.firstFailedAt === null;
  const isNews = next.kind === 'give-up' || started !== null || (isFirst && !onlyAskedToWait(result));
  if (isNews) await tellFailure(ctx, parcel, result.reason, next.kind, started);
}

const OUTCOMES = { rejected: 'REJECTED', uncertain: 'UNCERTAIN', retry: 'RETRY' } as const;

/** A provider that only asked to wait uses no try up. */
function onlyAskedToWait(result: Failure): boolean {
  return result.kind === 'retry' && !result.unavailable && result.afterMs !== undefined;
}

function whatFollows(
  ctx: Context,
  notification: ClaimedNotification,
  result: Failure,
  circumstances: Circumstances,
): AfterFailure {
  if (result.kind === 'rejected') return { kind: 'give-up' };
  return afterFailure({
    attempts: onlyAskedToWait(result) ? 1 : notification.attempt,
    firstFailedAt: notification.firstFailedAt ?? circumstances.startedAt,
    now: ctx.now,
    random: ctx.random(),
    afterMs: result.kind === 'retry' ? result.afterMs : undefined,
    providerIsDown: circumstances.isDown,
  });
}

function releaseOf(
  notification: ClaimedNotification,
  result: Failure,
  next: AfterFailure,
  circumstances: Circumstances,
): Release {
  const { reason } = result;
  if (next.kind === 'give-up') return { kind: 'failed', reason };
  const firstFailedAt = notification.firstFailedAt ?? circumstances.startedAt;
  return { kind: 'retry', at: next.at, reason, firstFailedAt, countsAsAttempt: !onlyAskedToWait(result) };
}

/** One that was given up starts the next channel only where no other step of its set got through. */
async function isNextChannelDue(
  ctx: Context,
  notification: ClaimedNotification,
  next: AfterFailure,
): Promise<boolean> {
  if (next.kind === 'retry') return next.startNextChannel && !notification.hasFallback;
  return !(await ctx.read.notifications.isAnySent(notification.setKey));
}

async function tellFailure(
  ctx: Context,
  parcel: Parcel,
  reason: string,
  next: 'give-up' | 'retry',
  started: Channel | null,
): Promise<void> {
  const { notification, incident, member } = parcel;
  const goesOn = next === 'retry' ? '; trying again' : '; given up';
  const instead = started === null ? '' : `; ${CHANNEL_WORDS[started]} goes now`;
  await transact(ctx, async (tx) => {
    tx.happened({
      type: 'notification.failed',
      pageId: incident.pageId,
      incidentId: incident.id,
      actor: 'Tocsin',
      text: `${CHANNEL_WORDS[notification.channel]} to ${nameOf(parcel)} failed: ${reason.replace(/\.$/, '')}${goesOn}${instead}.`,
      data: {
        notificationId: notification.id,
        memberId: member.id,
        channel: notification.channel,
        attempt: notification.attempt,
        isFinal: next === 'give-up',
        nextChannel: started,
      },
    });
    tx.showInChat(incident.id);
  });
}

/** Every webhook is a provider of its own: one that is down says nothing about the others. */
function isProviderTrouble(channel: Channel, result: Exclude<Failure, { kind: 'rejected' }>): boolean {
  return channel !== 'WEBHOOK' && (result.unavailable ?? true);
}
