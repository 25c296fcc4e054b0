import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Monitor } from '../ports/monitor-config.ts';

/** The monitor with that id. Errors: `not_found`. */
export async function getMonitor(ctx: Context, input: { monitorId: string }): Promise<Monitor> {
  const monitor = await ctx.read.monitors.find(input.monitorId);
  if (monitor === null) throw notFound('Monitor');
  return monitor;
}
