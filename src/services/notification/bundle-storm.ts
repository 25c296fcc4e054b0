import type { Channel } from '../../core/notification/channel.ts';
import { splitStorm } from '../../core/notification/storm.ts';
import { MINUTE_MS, plusMs, type EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ChatRef } from '../ports/sender.ts';
import type { Parcel } from './parcel.ts';

/** One message as it goes out: one notification, or several of one member in a bundle. */
export type Message = {
  readonly parcels: readonly [Parcel, ...Parcel[]];
  /** Null: a message of its own. */
  readonly bundle: { readonly id: string; readonly joins: ChatRef | null } | null;
};

/**
 * Groups due notifications by member. Above the limit of messages a minute further ones share one rolling message: in
 * chat it takes additions for a minute after it was posted; elsewhere one bundle a minute is sent.
 */
export async function bundleStorm(
  ctx: Context,
  channel: Channel,
  parcels: readonly Parcel[],
): Promise<Message[]> {
  const byMember = groupByMember(parcels);
  const since = plusMs(ctx.now, -MINUTE_MS);
  const sent = await ctx.read.notifications.countSentSince([...byMember.keys()], channel, since);
  const messages: Message[] = [];
  for (const [memberId, due] of byMember) {
    const { alone, bundled } = splitStorm(due, sent.get(memberId) ?? 0, ctx.settings.stormPerMinute);
    messages.push(...alone.map((parcel): Message => ({ parcels: [parcel], bundle: null })));
    const [first, ...rest] = bundled;
    if (first !== undefined) {
      const bundle = await bundleFor(ctx, channel, memberId, since);
      if (bundle === 'later') await putBack(ctx, [first, ...rest]);
      else messages.push({ parcels: [first, ...rest], bundle });
    }
  }
  return messages;
}

async function bundleFor(ctx: Context, channel: Channel, memberId: string, since: EpochMs) {
  const open = await ctx.read.notifications.openBundle(memberId, channel, since);
  if (open === null) return { id: ctx.ids.next('bdl'), joins: null };
  const [chatChannel, ts] = channel === 'CHAT' ? (open.externalId ?? '').split('/') : [];
  if (chatChannel === undefined || ts === undefined) return 'later' as const;
  return { id: open.bundleId, joins: { channel: chatChannel, ts } };
}

/** Until a minute has passed since the last bundle: nothing was tried. */
async function putBack(ctx: Context, parcels: readonly Parcel[]): Promise<void> {
  const at = plusMs(ctx.now, MINUTE_MS / 4);
  for (const { notification } of parcels) {
    await ctx.read.notifications.release(notification, null, { kind: 'put-back', at }, ctx.now);
  }
  const first = parcels[0];
  if (first !== undefined) ctx.wake.at([{ kind: 'deliver', channel: first.notification.channel, at }]);
}

function groupByMember(parcels: readonly Parcel[]): Map<string, Parcel[]> {
  const groups = new Map<string, Parcel[]>();
  for (const parcel of parcels) {
    const group = groups.get(parcel.member.id);
    if (group === undefined) groups.set(parcel.member.id, [parcel]);
    else group.push(parcel);
  }
  return groups;
}
