import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { requireComponents, type IntegrationInput } from './integration-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';
import { titleOf } from './actor.ts';

/** Changes what is sent of an integration. Errors: `not_found`, `validation_error` for components. */
export async function updateIntegration(
  ctx: Context,
  input: { integrationId: string; changes: Changes<IntegrationInput> },
): Promise<Integration> {
  const { components } = input.changes;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.integrations.lock(input.integrationId);
    if (stored === null) throw notFound('Integration');
    const integration: Integration = {
      ...withChanges<Integration>(stored, input.changes),
      components:
        components === undefined
          ? stored.components
          : await requireComponents(store, stored.pageId, components),
      updatedAt: ctx.now,
    };
    await store.integrations.update(integration);
    tx.changed(updated('integration', stored, integration, titleOf(integration)));
    return integration;
  });
}
