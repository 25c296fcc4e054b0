import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes a page and everything that belongs to it, its keys too. Errors: `not_found`. */
export async function removePage(ctx: Context, input: { pageId: string }): Promise<void> {
  const wasThere = await ctx.uow.transaction((store) => store.pages.remove(input.pageId));
  if (!wasThere) throw notFound('Page');
  ctx.log.info({ pageId: input.pageId }, 'page deleted');
}
