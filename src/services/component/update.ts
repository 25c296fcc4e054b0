import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { releaseHidden } from '../maintenance/release-hidden.ts';
import type { Component } from '../ports/components.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { asShown } from './list.ts';
import { requireGroup, type GroupedComponent, type WantedGroup } from './group-rules.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type ComponentChanges = Changes<
  Pick<Component, 'name' | 'description' | 'status' | 'order' | 'showUptime' | 'translations'> & {
    readonly group: WantedGroup;
    readonly archived: boolean;
  }
>;

/**
 * Changes what is sent of a component. Archiving one that is archived keeps the instant at which it was. Errors:
 * `not_found`, `validation_error` and `conflict` for a group that it cannot be in.
 */
export async function updateComponent(
  ctx: Context,
  input: { pageId: string; componentId: string; changes: ComponentChanges },
): Promise<GroupedComponent> {
  const { pageId, componentId } = input;
  const { group: wanted, archived, ...plain } = input.changes;
  const changed = await transact(ctx, async (tx) => {
    const { store } = tx;
    // The page's lock is for the groups, the component's for its status, which monitors change too.
    await store.pages.lock(pageId);
    const stored = await store.components.lock(componentId);
    if (stored?.pageId !== pageId) throw notFound('Component');
    const others = await store.components.list(pageId);
    const group = requireGroup(others, componentId, wanted ?? { id: stored.groupId, path: 'group' });
    const component: Component = {
      ...withChanges(stored, plain),
      groupId: group?.id ?? null,
      archivedAt: archivedAt(stored, archived, ctx),
      updatedAt: ctx.now,
    };
    await store.components.update(component);
    // What somebody makes it show stays when a maintenance in progress is over.
    if (component.status !== stored.status) {
      await store.maintenances.noteBefore([componentId], component.status);
    }
    // Who says how it is has the last word, whatever incidents said before.
    if (plain.status !== undefined) await store.components.overrule(componentId);
    // Whoever says that it is well ends its outages, which else last until their monitors see it recover.
    if (plain.status === 'OPERATIONAL') await store.outages.endAllOf(componentId, ctx.now);
    tx.changed(updated('component', stored, component));
    return { component, group, isMoved: component.groupId !== stored.groupId };
  });
  // A maintenance in progress with the group that it was in hides nothing of its monitors any more.
  if (changed.isMoved) await releaseHidden(ctx, { pageId });
  const { component, group } = changed;
  return { component: await asShown(ctx, component), group };
}

function archivedAt(
  stored: Component,
  archived: boolean | undefined,
  { now }: Context,
): Component['archivedAt'] {
  if (archived === undefined) return stored.archivedAt;
  return archived ? (stored.archivedAt ?? now) : null;
}
