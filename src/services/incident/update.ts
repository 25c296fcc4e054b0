import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Incident } from '../../core/incident/types.ts';
import { transact, type Tx } from '../transact.ts';
import { announceIncident } from './announce.ts';
import { applyChanges, type IncidentChanges } from './apply-changes.ts';
import { get } from './get.ts';

/** Changes what is sent of an incident; `notify` tells subscribers how it is then. Errors: `not_found`, and those of `applyChanges`. */
export async function updateIncident(
  ctx: Context,
  input: { incidentId: string; changes: IncidentChanges; notify?: boolean | undefined },
): Promise<Incident> {
  await transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(input.incidentId);
    if (incident === null) throw notFound('incident');
    await applyChanges(ctx, tx, incident, input.changes);
    if (input.notify === true) await announceChange(ctx, tx, incident, input.changes);
  });
  return get(ctx, input);
}

/** Each state of an incident is told once, however often the request for it is repeated. */
async function announceChange(
  ctx: Context,
  tx: Tx,
  before: Incident,
  { status = before.status, description = '' }: IncidentChanges,
): Promise<void> {
  const after = await tx.store.incidents.find(before.id);
  const subject = `incident:${before.id}:${after?.version ?? before.version}`;
  await announceIncident(ctx, tx, before.id, { subject, status, message: description });
}
