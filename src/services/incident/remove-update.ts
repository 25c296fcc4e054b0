import { followedStatus } from '../../core/incident/told-status.ts';
import { actorName, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { transact } from '../transact.ts';
import { applyChanges } from './apply-changes.ts';
import { titleOf } from './result.ts';
import { toldOf } from './audited.ts';

/**
 * Takes back an update. Where it was the last one, an incident that got its status from it goes back to what the update
 * before it says, unless that would resolve or reopen it; what it said of components stays. Errors: `not_found`.
 */
export async function removeIncidentUpdate(
  ctx: Context,
  input: { incidentId: string; updateId: string },
): Promise<void> {
  const { incidentId, updateId } = input;
  await transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(incidentId);
    if (incident === null) throw notFound('incident');
    const updates = await tx.store.incidents.updatesOf([incidentId]);
    const removed = updates.find(({ id }) => id === updateId);
    if (removed === undefined) throw notFound('incident update');
    await tx.store.incidents.removeUpdate(updateId);
    tx.changed(toldOf(incident, removed, null));
    const previous = removed === updates.at(-1) ? updates.at(-2) : undefined;
    const status =
      previous === undefined ? undefined : followedStatus(incident, removed.status, previous.status);
    const told = removed.message === '' ? removed.status : removed.message;
    const said = `${actorName(ctx.actor)} took back an update of ${titleOf(incident)}: ${told}`;
    await applyChanges(ctx, tx, incident, { status }, { said });
  });
}
