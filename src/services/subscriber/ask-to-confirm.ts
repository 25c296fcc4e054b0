import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import { addressOf, publicPlace } from '../announcement/address.ts';
import { afterFailedTry, untilFree } from '../announcement/pace.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outbox/outcome.ts';
import type { OutboxEntry } from '../ports/outbox.ts';

/** Whoever asked has given up waiting by then. */
const ASKED_WITHIN_MS = DAY_MS;
const DONE: Outcome = { kind: 'done' };

/** Asks the subscriber who is the entry's subject whether they are to be told of anything. */
export async function askToConfirm(ctx: Context, entry: OutboxEntry): Promise<Outcome> {
  const subscriber = await ctx.read.subscribers.find(entry.subjectId);
  if (subscriber === null || subscriber.confirmed) return DONE;
  const page = await ctx.read.pages.find(subscriber.pageId);
  if (page === null) return DONE;
  const to = addressOf(subscriber);
  if (!ctx.subscribers.works(to.channel)) return drop(ctx, entry, 'This channel has no settings here.');
  const now = ctx.clock.now();
  if (plusMs(entry.createdAt, ASKED_WITHIN_MS) <= now)
    return drop(ctx, entry, 'It could not be sent in time.');
  const wait = await untilFree(ctx, to.channel, entry);
  if (wait !== null) return wait;
  const confirmUrl = `${ctx.settings.publicUrl}/public/confirm/${subscriber.confirmToken}`;
  const confirmation = { page: publicPlace(ctx, page), confirmUrl };
  const result = await ctx.subscribers.send({
    key: entry.id,
    to,
    content: { kind: 'confirmation', confirmation },
    againSince: entry.attempts > 1 ? entry.createdAt : null,
    now,
  });
  if (result.kind === 'sent') return DONE;
  const next = afterFailedTry(ctx, entry, to.channel, result);
  return next.kind === 'later' ? next : drop(ctx, entry, next.reason);
}

function drop(ctx: Context, { subjectId }: OutboxEntry, reason: string): Outcome {
  ctx.log.warn({ subscriberId: subjectId, reason }, 'a subscriber was not asked to confirm');
  return DONE;
}
