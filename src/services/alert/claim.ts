import type { Context } from '../context.ts';
import type { AlertMessage } from '../ports/alert-messages.ts';
import { transact } from '../transact.ts';

/**
 * Gives a message the first of a provider's ids that belongs to no other, and answers it; null: each does. Those who
 * look for what went to the same recipient wait for each other, so that no two find the same.
 */
export async function claimExternalId(
  ctx: Context,
  { id, recipient, createdAt }: Pick<AlertMessage, 'id' | 'recipient' | 'createdAt'>,
  externalIds: readonly string[],
): Promise<string | null> {
  if (externalIds.length === 0) return null;
  return transact(ctx, async ({ store }) => {
    await store.locks.take(`alerts to ${recipient}`);
    return store.alertMessages.claim({ id, createdAt }, externalIds);
  });
}
