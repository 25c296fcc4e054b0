import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';
import { titleOf } from './actor.ts';

/** Deletes an integration: its address is refused from now on, its incidents stay. Errors: `not_found`. */
export async function removeIntegration(ctx: Context, input: { integrationId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const integration = await tx.store.integrations.lock(input.integrationId);
    const isGone = integration === null || !(await tx.store.integrations.remove(integration.id));
    if (isGone) throw notFound('Integration');
    tx.changed(deleted('integration', integration, titleOf(integration)));
  });
}
