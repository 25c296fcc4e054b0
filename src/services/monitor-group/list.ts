import type { Context } from '../context.ts';
import { groupViews, type GroupView } from './group-view.ts';

/** A page's groups, in order; as many queries however many they are. */
export async function listGroups(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<{ groups: GroupView[]; total: number }> {
  const all = await ctx.read.monitorGroups.listOf(input.pageId);
  const shown = all.slice(input.offset, input.offset + input.limit);
  return { groups: await groupViews(ctx.read, shown, all), total: all.length };
}
