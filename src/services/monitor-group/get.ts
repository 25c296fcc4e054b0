import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { MonitorGroup } from '../ports/monitor-groups.ts';
import type { Store } from '../ports/store.ts';
import { groupViews, type GroupView } from './group-view.ts';

/** A group, without what stands around it. Errors: `not_found`. */
export async function findGroup(ctx: Context, input: { groupId: string }): Promise<MonitorGroup> {
  const group = await ctx.read.monitorGroups.find(input.groupId);
  if (group === null) throw notFound('Monitor group');
  return group;
}

/** A group with its monitors, its children and what is above it. Errors: `not_found`. */
export async function getGroup(ctx: Context, input: { groupId: string }): Promise<GroupView> {
  return viewOf(ctx.read, await findGroup(ctx, input));
}

/** A group of the page as it is stored now. Errors: `not_found` where it is not there any more. */
export async function viewOf(
  store: Store,
  { id, pageId }: Pick<MonitorGroup, 'id' | 'pageId'>,
): Promise<GroupView> {
  const all = await store.monitorGroups.listOf(pageId);
  const group = all.find((candidate) => candidate.id === id);
  const [view] = group === undefined ? [] : await groupViews(store, [group], all);
  if (view === undefined) throw notFound('Monitor group');
  return view;
}
