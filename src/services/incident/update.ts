import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Incident } from '../../core/incident/types.ts';
import { transact } from '../transact.ts';
import { applyChanges, type IncidentChanges } from './apply-changes.ts';
import { get } from './get.ts';

/** Changes what is sent of an incident. Errors: `not_found`, and those of `applyChanges`. */
export async function updateIncident(
  ctx: Context,
  input: { incidentId: string; changes: IncidentChanges },
): Promise<Incident> {
  await transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(input.incidentId);
    if (incident === null) throw notFound('incident');
    await applyChanges(ctx, tx, incident, input.changes);
  });
  return get(ctx, input);
}
