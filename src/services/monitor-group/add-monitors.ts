import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findGroup } from './get.ts';
import { lockTree, requireMonitors } from './group-input.ts';

/** Moves monitors into a group, beside those it has. Errors: `not_found`, `validation_error` naming each unknown one. */
export async function addMonitors(
  ctx: Context,
  input: { groupId: string; monitors: readonly string[] },
): Promise<void> {
  const { pageId } = await findGroup(ctx, input);
  await ctx.uow.transaction(async (store) => {
    const groups = await lockTree(store, pageId);
    if (!groups.some((group) => group.id === input.groupId)) throw notFound('Monitor group');
    const members = await requireMonitors(store, pageId, input.monitors);
    await store.monitorGroups.moveMonitors(members, input.groupId, ctx.now);
  });
}
