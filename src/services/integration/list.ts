import type { Context } from '../context.ts';
import type { Integration } from '../ports/integrations.ts';

/** A page's integrations, oldest first. */
export async function listIntegrations(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<{ integrations: Integration[]; total: number }> {
  return ctx.read.integrations.list(input.pageId, input);
}
