import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { PageWithComponents } from './create.ts';

/** A page and its components, in order. Errors: `not_found`. */
export async function getPage(ctx: Context, input: { pageId: string }): Promise<PageWithComponents> {
  const [page, components] = await Promise.all([
    ctx.read.pages.find(input.pageId),
    ctx.read.components.list(input.pageId),
  ]);
  if (page === null) throw notFound('Page');
  return { page, components };
}
