import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Component } from '../ports/components.ts';
import { asShown } from './list.ts';
import { requireGroup, type GroupedComponent, type WantedGroup } from './group-rules.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type NewComponent = Pick<
  Component,
  'pageId' | 'name' | 'description' | 'status' | 'showUptime' | 'translations'
> & {
  /** Undefined: behind the others. */
  readonly order: number | undefined;
  readonly group: WantedGroup;
  readonly archived: boolean;
};

/**
 * Adds a component to a page. Errors: `not_found` for an unknown page, `validation_error` and `conflict` for a group that
 * it cannot be in.
 */
export async function createComponent(ctx: Context, input: NewComponent): Promise<GroupedComponent> {
  const { pageId, name, description, status, showUptime, translations, archived } = input;
  const { component, group } = await transact(ctx, async (tx) => {
    const { store } = tx;
    if ((await store.pages.lock(pageId)) === null) throw notFound('Page');
    const others = await store.components.list(pageId);
    const group = requireGroup(others, null, input.group);
    const added: Component = {
      id: ctx.ids.next('comp'),
      pageId,
      name,
      description,
      status,
      showUptime,
      order: input.order ?? Math.max(-1, ...others.map((other) => other.order)) + 1,
      groupId: group?.id ?? null,
      archivedAt: archived ? ctx.now : null,
      translations,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await store.components.insertMany([added]);
    tx.changed(created('component', added));
    return { component: added, group };
  });
  return { component: await asShown(ctx, component), group };
}
