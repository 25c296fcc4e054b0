import type { Context } from '../context.ts';
import type { PageWithComponents } from './create.ts';

/** The pages, oldest first, with their components; with `onlyId` that one at most. */
export async function listPages(
  ctx: Context,
  input: { onlyId: string | null; offset: number; limit: number },
): Promise<PageWithComponents[]> {
  const { pages } = await ctx.read.pages.list(input);
  const components = await ctx.read.components.listOf(pages.map((page) => page.id));
  return pages.map((page) => ({
    page,
    components: components.filter((component) => component.pageId === page.id),
  }));
}
