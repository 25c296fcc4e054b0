import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/** Deletes an incident with its runs, notifications and timeline: nobody hears of it any more. Errors: `not_found`. */
export async function removeIncident(ctx: Context, input: { incidentId: string }): Promise<void> {
  const { incidentId } = input;
  const removed = await ctx.uow.transaction((store) => store.incidents.remove(incidentId));
  if (!removed) throw notFound('incident');
  ctx.log.info({ incidentId: input.incidentId }, 'incident deleted');
}
