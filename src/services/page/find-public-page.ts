import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Page } from '../ports/pages.ts';

/** A page by its subdomain, in any case. Errors: `not_found`, for one that is not for everybody too, as if it did not exist. */
export async function findPublicPage(ctx: Context, input: { subdomain: string }): Promise<Page> {
  const page = await ctx.read.pages.findBySubdomain(input.subdomain.toLowerCase());
  if (page === null || !isForEverybody(page)) throw notFound('Page');
  return page;
}

function isForEverybody({ settings }: Page): boolean {
  return settings['private'] !== true && settings['useAllowList'] !== true;
}
