import type { Context } from '../context.ts';
import type { ApiKey } from '../ports/api-keys.ts';

/** The keys of one page, or all of them; newest first. */
export async function listApiKeys(
  ctx: Context,
  input: { pageId: string | null; offset: number; limit: number },
): Promise<{ keys: ApiKey[]; total: number }> {
  return ctx.read.apiKeys.list(input);
}
