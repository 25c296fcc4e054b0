import type { Context } from '../context.ts';
import { newApiKey, storedKey, type NewApiKey } from './create.ts';
import { hashOfKey } from './key-hash.ts';

/** The row of the key that the settings give; one row, so that a changed setting closes the old key. */
const CONFIGURED_ID = 'key_configured';
const FIRST_KEY = 'first-admin-key';
const ADMIN: Omit<NewApiKey, 'name'> = { scope: 'admin', pageId: null, expiresAt: null };

/**
 * Sees to it that somebody can get in, at every start.
 *
 * With a `configured` key: that key opens everything, and the one configured before it nothing more. Without: when no
 * admin key is left (at the first start, or after the last one was deleted or ran out), one is made and answered, this
 * once. Of several processes that start together one makes it.
 */
export async function ensureAdminKey(
  ctx: Context,
  input: { configured: string | null },
): Promise<string | null> {
  const { configured } = input;
  if (configured !== null) {
    await keepConfigured(ctx, configured);
    return null;
  }
  return ctx.uow.transaction(async (store) => {
    const made = newApiKey(ctx, { name: 'first admin key', ...ADMIN });
    const first = await store.installation.getOrPut(FIRST_KEY, made.apiKey.id);
    if (first !== made.apiKey.id && (await store.apiKeys.hasAdmin(ctx.now))) return null;
    await store.apiKeys.insert(made.apiKey);
    return made.key;
  });
}

async function keepConfigured(ctx: Context, key: string): Promise<void> {
  await ctx.uow.transaction(async (store) => {
    const hash = hashOfKey(key);
    if ((await store.apiKeys.findByHash(hash)) !== null) return;
    await store.apiKeys.remove(CONFIGURED_ID);
    const stored = storedKey(ctx, { name: 'ADMIN_API_KEY', ...ADMIN }, key);
    await store.apiKeys.insert({ ...stored, id: CONFIGURED_ID });
  });
}
