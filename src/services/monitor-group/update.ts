import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { MonitorGroup } from '../ports/monitor-groups.ts';
import type { Store } from '../ports/store.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { findGroup, viewOf } from './get.ts';
import {
  lockTree,
  requireComponent,
  requireGroup,
  requireMonitors,
  requireNoCycle,
  type GroupSettings,
} from './group-input.ts';
import type { GroupView } from './group-view.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/**
 * Changes what is sent of a group. Monitors that are sent replace those it has; the others of them are in no group
 * afterwards. Errors: `not_found`, `validation_error` naming a path, `conflict` for a parent that is the group itself or
 * below it.
 */
export async function updateGroup(
  ctx: Context,
  input: { groupId: string; changes: Changes<GroupSettings> },
): Promise<GroupView> {
  const { pageId } = await findGroup(ctx, input);
  const { groupId: parentId, monitors, ...plain } = input.changes;
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const groups = await lockTree(store, pageId);
    const stored = groups.find((group) => group.id === input.groupId);
    if (stored === undefined) throw notFound('Monitor group');
    requireGroup(groups, parentId ?? null, 'groupId');
    await requireComponent(store, pageId, plain.componentId ?? null);
    const group = { ...withChanges(stored, { ...plain, parentId }), updatedAt: ctx.now };
    requireNoCycle(groups, group);
    await store.monitorGroups.update(group);
    const moved = monitors === undefined ? null : await replaceMonitors(ctx, store, group, monitors);
    tx.changed(
      updated(
        'monitor_group',
        { ...stored, monitors: moved?.before ?? null },
        { ...group, monitors: moved?.after ?? null },
      ),
    );
    return viewOf(store, group);
  });
}

async function replaceMonitors(
  ctx: Context,
  store: Store,
  { id, pageId }: MonitorGroup,
  monitors: readonly string[],
): Promise<{ before: string[]; after: string[] }> {
  const members = new Set(await requireMonitors(store, pageId, monitors));
  const before = (await store.monitorGroups.monitorsIn([id])).map((monitor) => monitor.id);
  const gone = before.filter((monitorId) => !members.has(monitorId));
  await store.monitorGroups.moveMonitors(gone, null, ctx.now);
  await store.monitorGroups.moveMonitors([...members], id, ctx.now);
  return { before: before.sort(), after: [...members].sort() };
}
