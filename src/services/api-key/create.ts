import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import type { ApiKey, Scope } from '../ports/api-keys.ts';
import { hashOfKey, prefixOfKey } from './key-hash.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

const KEY_BYTES = 32;

export type NewApiKey = {
  readonly name: string;
  readonly scope: Scope;
  /** The one page that it opens; null: all. */
  readonly pageId: string | null;
  readonly expiresAt: EpochMs | null;
};

/**
 * Makes a key. `key` is the only copy there ever is. Errors: `validation_error` for an expiry that is not ahead;
 * `not_found` for the page.
 */
export async function createApiKey(ctx: Context, input: NewApiKey): Promise<{ apiKey: ApiKey; key: string }> {
  if (input.expiresAt !== null && input.expiresAt <= ctx.now) {
    throw invalid('expiresAt', 'must lie in the future');
  }
  const made = newApiKey(ctx, input);
  await transact(ctx, async (tx) => {
    // Locked, because it may be deleted in this very moment.
    if (input.pageId !== null && (await tx.store.pages.lock(input.pageId)) === null) throw notFound('Page');
    await tx.store.apiKeys.insert(made.apiKey);
    tx.changed(created('api_key', auditedKey(made.apiKey)));
  });
  ctx.log.info({ keyId: made.apiKey.id, scope: input.scope, pageId: input.pageId }, 'API key created');
  return made;
}

/** A key that is not stored yet: 256 random bits behind a prefix that scanners for leaked secrets can look for. */
export function newApiKey(
  ctx: Pick<Context, 'ids' | 'now'>,
  input: NewApiKey,
): { apiKey: ApiKey; key: string } {
  const key = `tocsin_${ctx.ids.secret(KEY_BYTES)}`;
  return { key, apiKey: storedKey(ctx, input, key) };
}

/** What is kept of a key. */
export function storedKey(ctx: Pick<Context, 'ids' | 'now'>, input: NewApiKey, key: string): ApiKey {
  return {
    ...input,
    id: ctx.ids.next('key'),
    prefix: prefixOfKey(key),
    hash: hashOfKey(key),
    createdAt: ctx.now,
    lastUsedAt: null,
  };
}

/** A key as the audit log shows it. */
export function auditedKey({ hash: _hash, lastUsedAt: _lastUsedAt, ...key }: ApiKey) {
  return key;
}
