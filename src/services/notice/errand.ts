import type { Channel } from '../../core/notification/channel.ts';
import type { Context } from '../context.ts';
import { recipientOf } from '../notification/parcel.ts';
import type { Member } from '../ports/members.ts';
import type { Notice } from '../ports/notices.ts';
import type { OutboxEntry } from '../ports/outbox.ts';
import type { OutboundNotice } from '../ports/sender.ts';

/** A notice under way: the request that it is sent under, and who it is for. */
export type Errand = { readonly entry: OutboxEntry; readonly notice: Notice; readonly member: Member };

/** Loads what an entry asks for; null where it is sent, or forgotten, already. */
export async function loadErrand(ctx: Context, entry: OutboxEntry): Promise<Errand | null> {
  const notice = await ctx.read.notices.find(entry.subjectId);
  if (notice === null || notice.sentAt !== null) return null;
  const [member] = await ctx.read.members.findMany([notice.memberId]);
  return member === undefined ? null : { entry, notice, member };
}

/** What senders are given of it. */
export function outboundOf(ctx: Context, { notice, member }: Errand): OutboundNotice {
  const { id, type, title, text, url } = notice;
  return {
    key: id,
    recipient: recipientOf(member),
    notice: { type, title, text, url },
    now: ctx.clock.now(),
  };
}

/** Records that `by` took it. */
export async function recordSent(ctx: Context, { entry, notice }: Errand, by: Channel): Promise<void> {
  const { id, type, memberId } = notice;
  await ctx.read.notices.recordSent(id, entry, { by, at: ctx.clock.now() });
  ctx.log.info({ noticeId: id, type, memberId, channel: by }, 'a member was told');
}
