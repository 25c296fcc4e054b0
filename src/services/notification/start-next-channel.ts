import type { Channel } from '../../core/notification/channel.ts';
import type { Context } from '../context.ts';
import type { ClaimedNotification } from '../ports/notifications.ts';
import { transact } from '../transact.ts';
import { nameOf, type Parcel } from './parcel.ts';
import { CHANNEL_WORDS } from './channel-words.ts';

/** Starts the member's next channel in place of (or beside) a failing one, once; null where there is none left. */
export async function startNextChannel(ctx: Context, failing: ClaimedNotification): Promise<Channel | null> {
  const started = await ctx.read.notifications.startNextChannel(failing.id, ctx.now);
  if (started === null) return null;
  ctx.wake.at([{ kind: 'deliver', channel: started.channel, at: ctx.now }]);
  return started.channel;
}

/** The same for one that has not failed itself; the timeline says why. */
export async function startBeside(ctx: Context, parcel: Parcel, because: string): Promise<void> {
  const { notification, incident, member } = parcel;
  const started = await startNextChannel(ctx, notification);
  if (started === null) return;
  await transact(ctx, async (tx) => {
    tx.happened({
      type: 'incident.updated',
      pageId: incident.pageId,
      incidentId: incident.id,
      actor: 'Tocsin',
      text: `${because}: ${CHANNEL_WORDS[started]} to ${nameOf(parcel)} goes now.`,
      data: { notificationId: notification.id, memberId: member.id, nextChannel: started },
    });
    tx.showInChat(incident.id);
  });
}
