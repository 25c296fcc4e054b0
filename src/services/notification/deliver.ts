import type { Channel } from '../../core/notification/channel.ts';
import { plusMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import type { ClaimedNotification } from '../ports/notifications.ts';
import type { Sender } from '../ports/sender.ts';
import { attempt } from './attempt.ts';
import { bundleStorm } from './bundle-storm.ts';
import { LEASE_MS, underLease } from './lease.ts';
import { loadParcels } from './parcel.ts';

/**
 * Sends what is due by one channel, at most `limit` messages at once, and answers how many were taken. Each message
 * has its own outcome, recorded as soon as it is known; none waits for another one's provider.
 */
export async function deliver(
  ctx: Context,
  { channel, limit }: { channel: Channel; limit: number },
): Promise<{ claimed: number }> {
  const leaseToken = ctx.ids.secret(16);
  const claimed = await ctx.read.notifications.claim({
    channel,
    now: ctx.now,
    leaseUntil: plusMs(ctx.now, LEASE_MS),
    leaseToken,
    limit,
  });
  if (claimed.length === 0) return { claimed: 0 };
  const sender = ctx.senders.get(channel) ?? noSender(channel);
  await underLease(ctx, { ids: claimed.map(({ id }) => id), leaseToken }, () =>
    sendAll(ctx, sender, claimed),
  );
  return { claimed: claimed.length };
}

async function sendAll(ctx: Context, sender: Sender, claimed: readonly ClaimedNotification[]): Promise<void> {
  const failingSince = await ctx.read.notifications.failingSince(sender.channel, ctx.now);
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
    ...messages.map((message) => attemptAlone(ctx, sender, message, failingSince)),
  ]);
}

/** What breaks one message leaves the others alone; its lease runs out, and then it is looked for and sent again. */
async function attemptAlone(...given: Parameters<typeof attempt>): Promise<void> {
  try {
    await attempt(...given);
  } catch (error) {
    const [ctx, { channel }] = given;
    ctx.log.error({ err: error, channel }, 'an attempt to send broke off; it comes again');
  }
}

/** The channel was planned while it had settings and has none any more. */
function noSender(channel: Channel): Sender {
  const reason = `${channel} has no settings any more`;
  return { channel, send: () => Promise.resolve({ kind: 'rejected', reason }) };
}
