import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findGroup } from './get.ts';
import { lockTree } from './group-input.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Deletes a group; what it held moves up to its parent. Errors: `not_found`. */
export async function removeGroup(ctx: Context, input: { groupId: string }): Promise<void> {
  const { pageId } = await findGroup(ctx, input);
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const group = (await lockTree(store, pageId)).find((candidate) => candidate.id === input.groupId);
    if (group === undefined) throw notFound('Monitor group');
    await store.monitorGroups.remove(group, ctx.now);
    tx.changed(deleted('monitor_group', group));
  });
}
