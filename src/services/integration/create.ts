import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';
import { newToken, requireComponents, type IntegrationInput } from './integration-input.ts';

/** Makes an integration with an address of its own. Errors: `not_found` for the page, `validation_error` for components. */
export async function createIntegration(
  ctx: Context,
  input: IntegrationInput & { pageId: string },
): Promise<Integration> {
  return ctx.uow.transaction(async (store) => {
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
    return integration;
  });
}
