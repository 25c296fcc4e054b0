import type { Incident } from '../../core/incident/types.ts';
import type { Context } from '../context.ts';
import type { IncidentFilter } from '../ports/incidents.ts';

/** A page's incidents, newest first. */
export async function list(
  ctx: Context,
  filter: IncidentFilter,
): Promise<{ incidents: Incident[]; total: number }> {
  return ctx.read.incidents.list(filter);
}
