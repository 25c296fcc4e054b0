import { created, updated } from '../audit/changes.ts';
import { auditEntryOf } from '../audit/entry.ts';
import type { Context } from '../context.ts';
import type { ApiKey } from '../ports/api-keys.ts';
import type { Store } from '../ports/store.ts';
import { auditedKey, newApiKey, storedKey, type NewApiKey } from './create.ts';
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
    await audit(ctx, store, null, made.apiKey);
    return made.key;
  });
}

async function keepConfigured(ctx: Context, key: string): Promise<void> {
  await ctx.uow.transaction(async (store) => {
    const hash = hashOfKey(key);
    const known = await store.apiKeys.findByHash(hash);
    if (known !== null && isUnbound(known)) return;
    // Somebody made the setting of a key that opens less than a setting says.
    if (known !== null) await store.apiKeys.remove(known.id);
    const before = await store.apiKeys.find(CONFIGURED_ID);
    await store.apiKeys.remove(CONFIGURED_ID);
    const stored = { ...storedKey(ctx, { name: 'ADMIN_API_KEY', ...ADMIN }, key), id: CONFIGURED_ID };
    // One row, whoever makes it: of several processes that start together one does.
    if (await store.apiKeys.insert(stored)) await audit(ctx, store, before, stored);
  });
}

function isUnbound({ scope, pageId, expiresAt }: ApiKey): boolean {
  return scope === 'admin' && pageId === null && expiresAt === null;
}

/** What the system does by itself is in no audit log, but for who can get in. */
async function audit(ctx: Context, store: Store, before: ApiKey | null, after: ApiKey): Promise<void> {
  const key = auditedKey(after);
  const change =
    before === null
      ? created('api_key', key)
      : { ...updated('api_key', auditedKey(before), key), action: 'secret_rotated' as const };
  const entry = auditEntryOf(ctx, change);
  if (entry !== null) await store.additions.insert({ audited: [entry] }, entry.at);
}
