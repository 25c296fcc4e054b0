import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes a key, which opens nothing from then on. With `onlyOfPage`, another page's key does not exist. */
export async function removeApiKey(
  ctx: Context,
  input: { keyId: string; onlyOfPage: string | null },
): Promise<void> {
  const key = await ctx.read.apiKeys.find(input.keyId);
  const isForeign = input.onlyOfPage !== null && key?.pageId !== input.onlyOfPage;
  if (key === null || isForeign || !(await ctx.read.apiKeys.remove(key.id))) throw notFound('API key');
  ctx.log.info({ keyId: key.id }, 'API key deleted');
}
