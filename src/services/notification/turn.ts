import { NEXT_CHANNEL_AFTER_MS } from '../../core/notification/retry.ts';
import { plusMs, SECOND_MS } from '../../core/time/instant.ts';
import { EDITING, postingTo } from '../chat/budgets.ts';
import type { Context } from '../context.ts';
import type { Message } from './bundle-storm.ts';
import { isWanted, type Parcel } from './parcel.ts';
import { startBeside } from './start-next-channel.ts';

/** A turn that is further off than this is not waited for: the message goes back and comes again. */
const LONGEST_WAIT_MS = 3 * SECOND_MS;

/**
 * Waits for the chat's turn: a ceiling for the workspace, one post a second for each person. What a bundle is added
 * to is edited once a second and goes before all other edits. `later`: not within three seconds.
 */
export async function takeTurn(ctx: Context, message: Message): Promise<'now' | 'waited' | 'later'> {
  const [{ notification, member }] = message.parcels;
  if (notification.channel !== 'CHAT') return 'now';
  const now = ctx.clock.now();
  const isEdit = message.bundle !== null && message.bundle.joins !== null;
  const slots = isEdit
    ? [{ key: `slack.join.${member.id}`, intervalMs: SECOND_MS }]
    : postingTo(ctx, member.id);
  const slot = await ctx.budget.reserve(slots, now, LONGEST_WAIT_MS);
  if (slot === null) return 'later';
  // Charged without waiting for it: the edits that are no pages make up for it.
  if (isEdit) await ctx.budget.reserve(EDITING, now);
  if (slot <= now) return 'now';
  await ctx.sleep(slot - now);
  return 'waited';
}

/** Nothing was tried. Who waits for a turn that long is reached by their next channel meanwhile. */
export async function putOff(ctx: Context, { parcels }: Message): Promise<void> {
  const at = plusMs(ctx.now, LONGEST_WAIT_MS);
  for (const parcel of parcels) {
    const { notification } = parcel;
    await ctx.read.notifications.release(notification, null, { kind: 'put-back', at }, ctx.now);
    if (ctx.now - notification.dueAt >= NEXT_CHANNEL_AFTER_MS && !notification.hasFallback) {
      await startBeside(ctx, parcel, 'Chat messages have to wait for their turn');
    }
  }
  ctx.wake.at([{ kind: 'deliver', channel: 'CHAT', at }]);
}

/** The message without what nobody wants any more: somebody took the incident on, or snoozed it, while it waited. */
export async function stillWanted(ctx: Context, message: Message): Promise<Message | null> {
  const ids = [...new Set(message.parcels.map(({ incident }) => incident.id))];
  const incidents = await ctx.read.incidents.findMany(ids);
  const isStillWanted = ({ notification }: Parcel) =>
    incidents.some(({ id }) => id === notification.incidentId) &&
    incidents.every(
      (incident) => incident.id !== notification.incidentId || isWanted(notification, incident),
    );
  const [first, ...rest] = message.parcels.filter(isStillWanted);
  const outdated = message.parcels.filter((parcel) => !isStillWanted(parcel));
  for (const { notification } of outdated) {
    const { dueAt } = notification;
    await ctx.read.notifications.release(notification, null, { kind: 'put-back', at: dueAt }, ctx.now);
  }
  return first === undefined ? null : { ...message, parcels: [first, ...rest] };
}
