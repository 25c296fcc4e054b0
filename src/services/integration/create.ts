import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';
import { newToken, requireComponents, type IntegrationInput } from './integration-input.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';
import { titleOf } from './actor.ts';

/** Makes an integration with an address of its own. Errors: `not_found` for the page, `validation_error` for components. */
export async function createIntegration(
  ctx: Context,
  input: IntegrationInput & { pageId: string },
): Promise<Integration> {
  return transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.find(input.pageId)) === null) throw notFound('Page');
    const integration: Integration = {
      ...input,
      id: ctx.ids.next('int'),
      token: newToken(ctx),
      components: await requireComponents(store, input.pageId, input.components),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await store.integrations.insert(integration);
    tx.changed(created('integration', integration, titleOf(integration)));
    return integration;
  });
}
