import type { Context } from '../context.ts';
import type { ApiKey } from '../ports/api-keys.ts';
import type { Page } from '../ports/pages.ts';

export type KeyProfile = {
  readonly key: ApiKey;
  /** The page that the key is bound to; null: it opens all of them. */
  readonly page: Page | null;
};

/** What a key is, for whoever holds it. */
export async function keyProfile(ctx: Context, input: { key: ApiKey }): Promise<KeyProfile> {
  const { key } = input;
  return { key, page: key.pageId === null ? null : await ctx.read.pages.find(key.pageId) };
}
