import type { Incident } from '../../core/incident/types.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** One incident; 404 where there is none. */
export async function get(ctx: Context, input: { incidentId: string }): Promise<Incident> {
  const incident = await ctx.read.incidents.find(input.incidentId);
  if (incident === null) throw notFound('incident');
  return incident;
}
