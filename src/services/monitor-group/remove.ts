import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findGroup } from './get.ts';
import { lockTree } from './group-input.ts';

/** Deletes a group; what it held moves up to its parent. Errors: `not_found`. */
export async function removeGroup(ctx: Context, input: { groupId: string }): Promise<void> {
  const { pageId } = await findGroup(ctx, input);
  await ctx.uow.transaction(async (store) => {
    const group = (await lockTree(store, pageId)).find((candidate) => candidate.id === input.groupId);
    if (group === undefined) throw notFound('Monitor group');
    await store.monitorGroups.remove(group, ctx.now);
  });
}
