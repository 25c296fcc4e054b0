import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Component } from '../ports/components.ts';
import type { GroupedComponent } from './group-rules.ts';

/** A page's components, in order, each with its group. */
export async function listComponents(ctx: Context, input: { pageId: string }): Promise<GroupedComponent[]> {
  return withGroups(await ctx.read.components.list(input.pageId));
}

/** One component of a page. Errors: `not_found`, for one of another page too. */
export async function getComponent(
  ctx: Context,
  input: { pageId: string; componentId: string },
): Promise<GroupedComponent> {
  const component = await ctx.read.components.find(input.componentId);
  if (component?.pageId !== input.pageId) throw notFound('Component');
  const group = component.groupId === null ? null : await ctx.read.components.find(component.groupId);
  return { component, group };
}

/** A component that was written, as it shows: a maintenance of its group may say something else than it does. */
export async function asShown(ctx: Context, component: Component): Promise<Component> {
  if (component.groupId === null) return component;
  return (await ctx.read.components.find(component.id)) ?? component;
}

/** All components of a page, each with the one that is its group. */
export function withGroups(components: readonly Component[]): GroupedComponent[] {
  const byId = new Map(components.map((component) => [component.id, component]));
  return components.map((component) => ({ component, group: byId.get(component.groupId ?? '') ?? null }));
}
