import { deleted } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { transact } from '../transact.ts';
import { auditedKey } from './create.ts';

/**
 * Deletes a key, which opens nothing from then on, in every process. With `onlyOfPage`, another page's key does not
 * exist. Errors: `not_found`; `conflict` for the last key that opens the whole installation: nobody could get in then.
 */
export async function removeApiKey(
  ctx: Context,
  input: { keyId: string; onlyOfPage: string | null },
): Promise<void> {
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const admins = await store.apiKeys.lockAdmins(ctx.now);
    const key = await store.apiKeys.find(input.keyId);
    const isForeign = input.onlyOfPage !== null && key?.pageId !== input.onlyOfPage;
    if (key === null || isForeign) throw notFound('API key');
    if (admins.includes(key.id) && admins.length === 1) {
      throw conflict('This is the last key with scope admin for all pages: make another one first');
    }
    if (!(await store.apiKeys.remove(key.id))) throw notFound('API key');
    tx.changed(deleted('api_key', auditedKey(key)));
  });
  ctx.log.info({ keyId: input.keyId }, 'API key deleted');
}
