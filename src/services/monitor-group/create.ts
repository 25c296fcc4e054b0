import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { MonitorGroup } from '../ports/monitor-groups.ts';
import type { Store } from '../ports/store.ts';
import { viewOf } from './get.ts';
import {
  lockTree,
  requireComponent,
  requireGroup,
  requireMonitors,
  requireNoCycle,
  type GroupSettings,
} from './group-input.ts';
import type { GroupView } from './group-view.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type NewGroup = Omit<GroupSettings, 'order'> & {
  readonly pageId: string;
  /** Undefined: behind the others. */
  readonly order?: number | undefined;
  /** A group or a monitor of the page that moves under the new one; null: none. */
  readonly childId: string | null;
};

/**
 * Makes a group. Errors: `not_found` for the page, `validation_error` for whatever it names that the page does not have,
 * `conflict` for a child above it.
 */
export async function createGroup(ctx: Context, input: NewGroup): Promise<GroupView> {
  const { pageId, groupId, monitors, childId } = input;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const others = await lockTree(store, pageId);
    requireGroup(others, groupId, 'groupId');
    await requireComponent(store, pageId, input.componentId);
    const members = await requireMonitors(store, pageId, monitors);
    const group: MonitorGroup = {
      id: ctx.ids.next('mgr'),
      pageId,
      name: input.name,
      parentId: groupId,
      collapsed: input.collapsed,
      order: input.order ?? Math.max(-1, ...others.map((other) => other.order)) + 1,
      componentId: input.componentId,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    await store.monitorGroups.insert(group);
    await store.monitorGroups.moveMonitors(members, group.id, ctx.now);
    if (childId !== null) await moveChild(ctx, store, { group, others, childId });
    tx.changed(created('monitor_group', { ...group, monitors: members, childId }));
    return viewOf(store, group);
  });
}

async function moveChild(
  ctx: Context,
  store: Store,
  { group, others, childId }: { group: MonitorGroup; others: readonly MonitorGroup[]; childId: string },
): Promise<void> {
  const child = others.find((other) => other.id === childId);
  if (child !== undefined) {
    const moved = { ...child, parentId: group.id, updatedAt: ctx.now };
    requireNoCycle([...others, group], moved);
    await store.monitorGroups.update(moved);
    return;
  }
  const known = await store.monitorGroups.existingMonitors(group.pageId, [childId]);
  if (known.length === 0)
    throw invalid('childId', 'no monitor group and no monitor of this page has that id');
  await store.monitorGroups.moveMonitors(known, group.id, ctx.now);
}
