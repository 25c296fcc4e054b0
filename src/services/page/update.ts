import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Page } from '../ports/pages.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { getPage } from './get.ts';
import type { PageWithComponents } from './create.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Changes what is sent of a page; `settings` one by one. Errors: `not_found`, `conflict` for a taken subdomain. */
export async function updatePage(
  ctx: Context,
  input: {
    pageId: string;
    changes: Changes<Pick<Page, 'name' | 'subdomain' | 'email' | 'chatChannel' | 'settings'>>;
  },
): Promise<PageWithComponents> {
  const { settings, ...rest } = input.changes;
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.pages.lock(input.pageId);
    if (stored === null) throw notFound('Page');
    const page: Page = {
      ...withChanges(stored, rest),
      settings: { ...stored.settings, ...settings },
      updatedAt: ctx.now,
    };
    await store.pages.update(page);
    tx.changed(updated('page', { ...stored, pageId: page.id }, { ...page, pageId: page.id }));
  });
  return getPage(ctx, input);
}
