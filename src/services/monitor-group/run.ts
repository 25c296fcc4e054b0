import { subtreeOf } from '../../core/monitor/group-tree.ts';
import type { Context } from '../context.ts';
import { AppError, invalid } from '../errors.ts';
import { awaitChecks } from '../monitor/await-checks.ts';
import { LOCATIONS } from '../ports/monitor-config.ts';
import type { GroupedMonitor } from '../ports/monitor-groups.ts';
import { findGroup } from './get.ts';

/**
 * Checks every monitor in a group and below it now, each at `location` (default: its first), and answers when all logs
 * are stored: their ids in the order of the tree. A heartbeat monitor is passed over: it is not checked. Errors:
 * `not_found`, `validation_error` for a log that is of none of them, `unavailable` when 30 seconds were not enough.
 */
export async function runGroup(
  ctx: Context,
  input: { groupId: string; location?: string | undefined; retry: boolean; monitorLogId: string | null },
): Promise<{ logIds: string[] }> {
  const monitors = await monitorsBelow(ctx, input.groupId);
  const retried = input.monitorLogId === null ? null : await ctx.read.monitors.findLog(input.monitorLogId);
  if (input.monitorLogId !== null && !monitors.some(({ id }) => id === retried?.monitorId)) {
    throw invalid('monitorLogId', 'no monitor of this group has such a log');
  }
  const wanted = monitors.map(({ id, locations }) => ({
    location: input.location ?? locations[0] ?? LOCATIONS[0],
    monitorId: id,
    logId: ctx.ids.next('log'),
    isRetry: input.retry,
    retryOf: input.retry && retried?.monitorId === id ? retried.id : null,
  }));
  const missing = await awaitChecks(ctx, wanted);
  if (missing.length > 0) {
    throw new AppError(
      'unavailable',
      `${missing.length} of ${wanted.length} checks did not come back within 30 seconds`,
    );
  }
  return { logIds: wanted.map((check) => check.logId) };
}

/** Those of the group first, then those of each child, in order. */
async function monitorsBelow(ctx: Context, groupId: string): Promise<GroupedMonitor[]> {
  const { pageId } = await findGroup(ctx, { groupId });
  const subtree = subtreeOf(await ctx.read.monitorGroups.listOf(pageId), groupId);
  const places = new Map(subtree.map((id, place) => [id, place]));
  const placeOf = (monitor: GroupedMonitor): number => places.get(monitor.groupId) ?? 0;
  const monitors = await ctx.read.monitorGroups.monitorsIn(subtree);
  return monitors.filter(({ type }) => type !== 'HEARTBEAT').toSorted((a, b) => placeOf(a) - placeOf(b));
}
