import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Deletes a page and everything that belongs to it, its keys too. Errors: `not_found`. */
export async function removePage(ctx: Context, input: { pageId: string }): Promise<void> {
  await transact(ctx, async (tx) => {
    const page = await tx.store.pages.lock(input.pageId);
    if (page === null || !(await tx.store.pages.remove(page.id))) throw notFound('Page');
    // Of the installation: what belongs to the page goes with it, its audit log too.
    tx.changed(deleted('page', { ...page, pageId: null }));
  });
  ctx.log.info({ pageId: input.pageId }, 'page deleted');
}
