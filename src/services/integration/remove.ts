import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes an integration: its address is refused from now on, its incidents stay. Errors: `not_found`. */
export async function removeIntegration(ctx: Context, input: { integrationId: string }): Promise<void> {
  if (!(await ctx.read.integrations.remove(input.integrationId))) throw notFound('Integration');
}
