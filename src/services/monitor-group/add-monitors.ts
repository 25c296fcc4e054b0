import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findGroup } from './get.ts';
import { lockTree, requireMonitors } from './group-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Moves monitors into a group, beside those it has. Errors: `not_found`, `validation_error` naming each unknown one. */
export async function addMonitors(
  ctx: Context,
  input: { groupId: string; monitors: readonly string[] },
): Promise<void> {
  const { pageId } = await findGroup(ctx, input);
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const groups = await lockTree(store, pageId);
    const group = groups.find((candidate) => candidate.id === input.groupId);
    if (group === undefined) throw notFound('Monitor group');
    const members = await requireMonitors(store, pageId, input.monitors);
    await store.monitorGroups.moveMonitors(members, group.id, ctx.now);
    tx.changed({ ...updated('monitor_group', group, group), before: {}, after: { addedMonitors: members } });
  });
}
