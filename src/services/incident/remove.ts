import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { transact } from '../transact.ts';
import { actedOn, gistOf } from './audited.ts';

/** Deletes an incident with its runs, notifications and timeline: nobody hears of it any more. Errors: `not_found`. */
export async function removeIncident(ctx: Context, input: { incidentId: string }): Promise<void> {
  const { incidentId } = input;
  await transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(incidentId);
    if (incident === null || !(await tx.store.incidents.remove(incidentId))) throw notFound('incident');
    tx.changed(actedOn(incident, 'deleted', gistOf(incident), null));
  });
  ctx.log.info({ incidentId: input.incidentId }, 'incident deleted');
}
