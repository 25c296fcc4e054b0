import { addressOf } from '../announcement/address.ts';
import { deleted } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Subscriber } from '../ports/subscribers.ts';
import { transact } from '../transact.ts';

/** Deletes a subscriber: what is on its way is still sent, and nothing after it. Errors: `not_found`. */
export async function removeSubscriber(
  ctx: Context,
  input: { pageId: string; subscriberId: string },
): Promise<Subscriber> {
  return transact(ctx, async (tx) => {
    const subscriber = await tx.store.subscribers.find(input.subscriberId);
    if (subscriber?.pageId !== input.pageId || !(await tx.store.subscribers.remove(subscriber.id))) {
      throw notFound('Subscriber');
    }
    tx.changed(deleted('subscriber', subscriber, addressOf(subscriber).address));
    return subscriber;
  });
}
