import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Component } from '../ports/components.ts';

/** A page's components, in order. */
export async function listComponents(ctx: Context, input: { pageId: string }): Promise<Component[]> {
  return ctx.read.components.list(input.pageId);
}

/** One component of a page. Errors: `not_found`, for one of another page too. */
export async function getComponent(
  ctx: Context,
  input: { pageId: string; componentId: string },
): Promise<Component> {
  const component = await ctx.read.components.find(input.componentId);
  if (component?.pageId !== input.pageId) throw notFound('Component');
  return component;
}
