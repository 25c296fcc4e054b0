import type { Context } from '../context.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { MonitorFilter } from '../ports/monitors.ts';

/** A page's monitors, oldest first. */
export async function listMonitors(
  ctx: Context,
  filter: MonitorFilter,
): Promise<{ monitors: Monitor[]; total: number }> {
  return ctx.read.monitors.list(filter);
}
