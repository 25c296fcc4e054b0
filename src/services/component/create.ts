import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Component } from '../ports/components.ts';

export type NewComponent = Pick<Component, 'pageId' | 'name' | 'description' | 'status' | 'showUptime'> & {
  /** Undefined: behind the others. */
  readonly order: number | undefined;
};

/** Adds a component to a page. Errors: `not_found` for an unknown page. */
export async function createComponent(ctx: Context, input: NewComponent): Promise<Component> {
  return ctx.uow.transaction(async (store) => {
    if ((await store.pages.lock(input.pageId)) === null) throw notFound('Page');
    const others = await store.components.list(input.pageId);
    const component: Component = {
      ...input,
      id: ctx.ids.next('comp'),
      order: input.order ?? Math.max(-1, ...others.map((other) => other.order)) + 1,
      groupId: null,
      archivedAt: null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await store.components.insertMany([component]);
    return component;
  });
}
