import type { Channel } from '../../core/notification/channel.ts';
import { plusMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ClaimedNotification } from '../ports/notifications.ts';
import type { Sender } from '../ports/sender.ts';
import { attempt } from './attempt.ts';
import { bundleStorm } from './bundle-storm.ts';
import { loadParcels } from './parcel.ts';
import { startNextChannel } from './start-next-channel.ts';

/** Longer than any attempt may take with its wait for a turn; a lease that ran out belongs to a process that is gone. */
const LEASE_MS = 60 * SECOND_MS;

/**
 * Sends what is due by one channel, at most `limit` messages at once, and answers how many were taken. Each message
 * has its own outcome, recorded as soon as it is known; none waits for another one's provider.
 */
export async function deliver(
  ctx: Context,
  { channel, limit }: { channel: Channel; limit: number },
): Promise<{ claimed: number }> {
  const sender = ctx.senders.get(channel);
  const claimed = await ctx.read.notifications.claim({
    channel,
    now: ctx.now,
    leaseUntil: plusMs(ctx.now, LEASE_MS),
    leaseToken: ctx.ids.secret(16),
    limit,
  });
  if (claimed.length === 0) return { claimed: 0 };
  if (sender === undefined) {
    await Promise.all(claimed.map((notification) => giveUp(ctx, notification)));
    return { claimed: claimed.length };
  }
  await sendAll(ctx, sender, claimed);
  return { claimed: claimed.length };
}

async function sendAll(ctx: Context, sender: Sender, claimed: readonly ClaimedNotification[]): Promise<void> {
  const failingSince = await ctx.read.notifications.failingSince(sender.channel);
  const { parcels, outdated } = await loadParcels(ctx, claimed);
  const messages = await bundleStorm(ctx, sender.channel, parcels);
  await Promise.all([
    ...outdated.map((notification) =>
      ctx.read.notifications.release(
        notification,
        null,
        { kind: 'put-back', at: notification.dueAt },
        ctx.now,
      ),
    ),
    ...messages.map((message) => attempt(ctx, sender, message, failingSince)),
  ]);
}

/** The channel was planned while it had settings and has none any more. */
async function giveUp(ctx: Context, notification: ClaimedNotification): Promise<void> {
  const reason = `${notification.channel} has no settings any more`;
  await ctx.read.notifications.release(
    notification,
    { outcome: 'REJECTED', detail: reason, externalId: null },
    { kind: 'failed', reason },
    ctx.now,
  );
  await startNextChannel(ctx, notification);
}
