import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';
import { newToken } from './integration-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';
import { titleOf } from './actor.ts';

/** Gives an integration a new address; the old one is refused at once. Errors: `not_found`. */
export async function rotateSecret(ctx: Context, input: { integrationId: string }): Promise<Integration> {
  const integration = await transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.integrations.lock(input.integrationId);
    if (stored === null) throw notFound('Integration');
    const rotated: Integration = { ...stored, token: newToken(ctx), updatedAt: ctx.now };
    await store.integrations.update(rotated);
    tx.changed({
      ...updated('integration', stored, rotated, titleOf(rotated)),
      action: 'secret_rotated',
    });
    return rotated;
  });
  ctx.log.info({ integrationId: integration.id }, "integration's address changed");
  return integration;
}
