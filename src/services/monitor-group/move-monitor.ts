import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { getMonitor } from '../monitor/get.ts';
import { lockTree, requireGroup } from './group-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Moves one monitor into a group, or out of any (null). Errors: `not_found`, `validation_error` for an unknown group. */
export async function moveMonitor(
  ctx: Context,
  input: { monitorId: string; parentId: string | null },
): Promise<void> {
  const { monitorId, parentId } = input;
  const monitor = await getMonitor(ctx, { monitorId });
  const { pageId } = monitor;
  await transact(ctx, async (tx) => {
    const { store } = tx;
    requireGroup(await lockTree(store, pageId), parentId, 'parentId');
    const known = await store.monitorGroups.existingMonitors(pageId, [monitorId]);
    if (known.length === 0) throw notFound('Monitor');
    await store.monitorGroups.moveMonitors(known, parentId, ctx.now);
    tx.changed(updated('monitor', monitor, { ...monitor, groupId: parentId }));
  });
}
