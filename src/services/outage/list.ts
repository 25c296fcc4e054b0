import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Outage } from '../ports/outages.ts';

/** The outages of a component of a page, newest first. Errors: `not_found`, for one of another page too. */
export async function listOutages(
  ctx: Context,
  input: { pageId: string; componentId: string; offset: number; limit: number },
): Promise<Outage[]> {
  const component = await ctx.read.components.find(input.componentId);
  if (component?.pageId !== input.pageId) throw notFound('Component');
  return ctx.read.outages.list(component.id, input);
}
