import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import type { Context } from '../context.ts';

/** A page's maintenances, latest start first. */
export async function listMaintenances(
  ctx: Context,
  input: { pageId: string; offset: number; limit: number },
): Promise<Maintenance[]> {
  const { pageId, ...window } = input;
  return ctx.read.maintenances.list(pageId, window);
}
