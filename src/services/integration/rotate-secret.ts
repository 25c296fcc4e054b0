import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';
import { newToken } from './integration-input.ts';

/** Gives an integration a new address; the old one is refused at once. Errors: `not_found`. */
export async function rotateSecret(ctx: Context, input: { integrationId: string }): Promise<Integration> {
  const integration = await ctx.uow.transaction(async (store) => {
    const stored = await store.integrations.lock(input.integrationId);
    if (stored === null) throw notFound('Integration');
    const rotated: Integration = { ...stored, token: newToken(ctx), updatedAt: ctx.now };
    await store.integrations.update(rotated);
    return rotated;
  });
  ctx.log.info({ integrationId: integration.id }, "integration's address changed");
  return integration;
}
