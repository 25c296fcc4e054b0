import { emailContent } from '../core/notification/email.ts';
import { headline, smsText, type PageView } from '../core/notification/message.ts';
import type { OutboxEntry } from '../sandbox/sandbox.ts';
import { contextOf, SYSTEM, type Services } from '../services/context.ts';
import { acknowledgeUrl } from '../services/incident/view.ts';
import { viewsOf } from '../services/notification/parcel.ts';
import type { Member } from '../services/ports/members.ts';
import type { NotificationView } from '../services/ports/notifications.ts';

const LIMIT = 100;
type Elsewhere = OutboxEntry['channel'];

/** What left, or would have left, by other ways than chat, newest first: rendered as it would arrive. */
export async function outboxEntries(services: Services): Promise<OutboxEntry[]> {
  const ctx = contextOf(services, SYSTEM);
  const latest = await ctx.read.notifications.latest(['SMS', 'EMAIL', 'WEBHOOK', 'PHONE_CALL'], LIMIT);
  const [incidents, members] = await Promise.all([
    ctx.read.incidents.findMany([...new Set(latest.map((n) => n.incidentId))]),
    ctx.read.members.findMany([...new Set(latest.map((n) => n.memberId))]),
  ]);
  const views = await viewsOf(ctx, incidents);
  const memberById = new Map(members.map((member) => [member.id, member]));
  return latest.flatMap((notification) => {
    const incident = views.get(notification.incidentId);
    const member = memberById.get(notification.memberId);
    if (incident === undefined || member === undefined) return [];
    // Nobody is told by a way that leads nowhere.
    const isPhone = notification.channel === 'SMS' || notification.channel === 'PHONE_CALL';
    if (isPhone && member.phone === null) return [];
    const view: PageView = {
      incidents: [incident],
      why: notification.why,
      isRepeat: notification.isRepeat,
      acknowledgeUrl: acknowledgeUrl(ctx, notification.incidentId, notification.memberId),
    };
    return [entryOf(notification, view, member, ctx.now)];
  });
}

function entryOf(notification: NotificationView, view: PageView, member: Member, now: number): OutboxEntry {
  const channel = notification.channel as Elsewhere;
  return {
    id: notification.id,
    at: notification.sentAt ?? notification.dueAt,
    channel,
    to: addressOf(channel, member),
    subject: channel === 'EMAIL' ? emailContent(view).subject : null,
    body: bodyOf(channel, view),
    state: stateOf(notification, now),
    note: notification.reason ?? '',
  };
}

function stateOf({ state, dueAt }: NotificationView, now: number): OutboxEntry['state'] {
  switch (state) {
    case 'SENT':
      return 'sent';
    case 'FAILED':
      return 'failed';
    case 'CANCELLED':
      return 'cancelled';
    case 'LEFT_OUT':
      return dueAt <= now ? 'would_have_been_sent' : 'scheduled';
    case 'PENDING':
    case 'SENDING':
    case 'HELD':
      return 'scheduled';
  }
}

function addressOf(channel: Elsewhere, member: Member): string {
  switch (channel) {
    case 'EMAIL':
      return member.email;
    case 'WEBHOOK':
      return member.webhookUrl ?? 'no address';
    case 'SMS':
    case 'PHONE_CALL':
      return member.phone ?? 'no number';
  }
}

function bodyOf(channel: Elsewhere, view: PageView): string {
  if (channel === 'EMAIL') return emailContent(view).text;
  return channel === 'SMS' ? smsText(view) : `${headline(view)}. ${view.why}`;
}
