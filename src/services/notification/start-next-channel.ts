import type { Channel } from '../../core/notification/channel.ts';
import type { Context } from '../context.ts';
import type { ClaimedNotification } from '../ports/notifications.ts';

/** Starts the member's next channel in place of (or beside) a failing one, once; null where there is none left. */
export async function startNextChannel(ctx: Context, failing: ClaimedNotification): Promise<Channel | null> {
  const started = await ctx.read.notifications.startNextChannel(failing.id, ctx.now);
  if (started === null) return null;
  ctx.wake.at([{ kind: 'deliver', channel: started.channel, at: ctx.now }]);
  return started.channel;
}
