import type { Channel } from '../../core/notification/channel.ts';
import type { Context } from '../context.ts';
import { outboundOf, recordSent, type Errand } from './errand.ts';

/**
 * Asks what became of an attempt by `by` whose answer never came. `sent`: it had arrived, and that is recorded;
 * `absent`: it surely had not, or its channel cannot be asked at all; `unknown`: the channel does not say now.
 */
export async function lookBack(
  ctx: Context,
  errand: Errand,
  by: Channel,
): Promise<'sent' | 'absent' | 'unknown'> {
  const sender = ctx.senders.get(by);
  if (sender?.find === undefined) return 'absent';
  const { kind } = await sender.find(outboundOf(ctx, errand), errand.notice.createdAt);
  if (kind === 'sent') await recordSent(ctx, errand, by);
  return kind;
}
