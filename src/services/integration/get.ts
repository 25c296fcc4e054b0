import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';

/** The integration with that id. Errors: `not_found`. */
export async function getIntegration(ctx: Context, input: { integrationId: string }): Promise<Integration> {
  const integration = await ctx.read.integrations.find(input.integrationId);
  if (integration === null) throw notFound('Integration');
  return integration;
}
