import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Page } from '../ports/pages.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { getPage } from './get.ts';
import type { PageWithComponents } from './create.ts';

/** Changes what is sent of a page; `settings` one by one. Errors: `not_found`, `conflict` for a taken subdomain. */
export async function updatePage(
  ctx: Context,
  input: {
    pageId: string;
    changes: Changes<Pick<Page, 'name' | 'subdomain' | 'email' | 'chatChannel' | 'settings'>>;
  },
): Promise<PageWithComponents> {
  const { settings, ...rest } = input.changes;
  await ctx.uow.transaction(async (store) => {
    const stored = await store.pages.lock(input.pageId);
    if (stored === null) throw notFound('Page');
    await store.pages.update({
      ...withChanges(stored, rest),
      settings: { ...stored.settings, ...settings },
      updatedAt: ctx.now,
    });
  });
  return getPage(ctx, input);
}
