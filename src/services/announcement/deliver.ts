import type { Announced } from '../../core/announcement/message.ts';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { SubscriberMessage } from '../ports/announcements.ts';
import type { OutboxEntry } from '../ports/outbox.ts';
import type { SendResult } from '../ports/sender.ts';
import { addressOf, publicPlace } from './address.ts';
import { afterFailedTry, untilFree } from './pace.ts';

/** News that old would only confuse. */
const TOLD_WITHIN_MS = DAY_MS;
const DONE: Outcome = { kind: 'done' };

/**
 * Tells one subscriber of one announcement: the entry's subject is their message. Sent at least once and, where the
 * channel can be asked or its receiver knows a repeat by its id, at most once. One that is refused for good, or has run
 * out of tries or time, is given up, and its row says why.
 */
export async function deliverAnnouncement(ctx: Context, entry: OutboxEntry): Promise<Outcome> {
  const message = await ctx.read.announcements.findMessage(entry.subjectId);
  if (message === null || message.sentAt !== null || message.failedAt !== null) return DONE;
  const { announcement, subscriber } = message;
  const to = addressOf(subscriber);
  if (!ctx.subscribers.works(to.channel)) {
    return giveUp(ctx, entry, message, { reason: 'This channel has no settings here.', counts: false });
  }
  const now = ctx.clock.now();
  if (plusMs(announcement.createdAt, TOLD_WITHIN_MS) <= now) {
    return giveUp(ctx, entry, message, { reason: 'It could not be sent in time.', counts: false });
  }
  const wait = await untilFree(ctx, to.channel, entry);
  if (wait !== null) return wait;
  const againSince = entry.attempts > 1 ? entry.createdAt : null;
  const content = { kind: 'announcement', announced: announcedOf(ctx, message) } as const;
  const result = await ctx.subscribers.send({ key: message.id, to, content, againSince, now });
  if (result.kind === 'sent') {
    await ctx.read.announcements.recordSent(message.id, ctx.clock.now());
    return DONE;
  }
  return failed(ctx, entry, message, result);
}

async function failed(
  ctx: Context,
  entry: OutboxEntry,
  message: SubscriberMessage,
  result: Exclude<SendResult, { kind: 'sent' }>,
): Promise<Outcome> {
  const { channel } = addressOf(message.subscriber);
  const again = afterFailedTry(ctx, entry, channel, result);
  if (again.kind === 'later') return again;
  return giveUp(ctx, entry, message, { reason: again.reason, counts: true });
}

async function giveUp(
  ctx: Context,
  entry: OutboxEntry,
  message: SubscriberMessage,
  { reason, counts }: { reason: string; counts: boolean },
): Promise<Outcome> {
  const { id, announcement, subscriber } = message;
  const told = counts ? await writeInstead(ctx, message, reason) : '';
  await ctx.read.announcements.recordFailed(id, entry, {
    reason: `${reason}${told}`,
    at: ctx.clock.now(),
    counts,
  });
  const names = { messageId: id, announcementId: announcement.id, subscriberId: subscriber.id };
  ctx.log.warn({ ...names, reason }, 'a subscriber was not told');
  return DONE;
}

/** The one e-mail in the place of a webhook that failed; answers what came of it, in a sentence. */
async function writeInstead(ctx: Context, message: SubscriberMessage, reason: string): Promise<string> {
  const { webhook, webhookEmail } = message.subscriber;
  if (webhook === null || webhookEmail === null || !ctx.subscribers.works('EMAIL')) return '';
  const note = `This comes by e-mail because the webhook could not be reached. ${reason}`;
  const { kind } = await ctx.subscribers.send({
    key: `${message.id}.email`,
    to: { channel: 'EMAIL', address: webhookEmail },
    content: { kind: 'announcement', announced: { ...announcedOf(ctx, message), note } },
    againSince: null,
    now: ctx.clock.now(),
  });
  return kind === 'sent' ? ' An e-mail went in its place.' : ' The e-mail in its place was not sent either.';
}

function announcedOf(ctx: Context, { announcement, subscriber, page }: SubscriberMessage): Announced {
  const { id, content, createdAt } = announcement;
  const place = publicPlace(ctx, page);
  return {
    kind: content.kind,
    announcementId: id,
    page: place,
    at: createdAt,
    title: content.title,
    text: content.text,
    url: content.url ?? place.url,
    unsubscribeUrl: `${ctx.settings.publicUrl}/public/unsubscribe/${subscriber.unsubscribeToken}`,
    note: null,
  };
}
