import { followedStatus } from '../../core/incident/told-status.ts';
import type { Incident, IncidentStatus } from '../../core/incident/types.ts';
import { areSameTranslations } from '../../core/translations.ts';
import { actorName, type Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import type { IncidentUpdate } from '../ports/incidents.ts';
import { transact } from '../transact.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { announceIncident, toldBy } from './announce.ts';
import { applyChanges, type IncidentChanges } from './apply-changes.ts';
import { titleOf } from './result.ts';
import { toldOf } from './audited.ts';

const FIELDS = ['message', 'status', 'notify', 'started'] as const;

export type IncidentUpdateChanges = Changes<Pick<IncidentUpdate, (typeof FIELDS)[number] | 'translations'>> &
  Pick<IncidentChanges, 'components' | 'statuses'>;

/**
 * Corrects what is sent of an update. The incident follows the status of its last update, but is neither resolved nor
 * reopened by a correction. An update has no components of its own: those that are sent are the incident's from now on.
 * Errors: `not_found`; `conflict` where the last update would say RESOLVED of an open incident or another status of a
 * resolved one; those of `applyChanges`.
 */
export async function changeIncidentUpdate(
  ctx: Context,
  input: { incidentId: string; updateId: string; changes: IncidentUpdateChanges },
): Promise<IncidentUpdate> {
  const { incidentId, updateId } = input;
  const { components, statuses, ...plain } = input.changes;
  return transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(incidentId);
    if (incident === null) throw notFound('incident');
    const updates = await tx.store.incidents.updatesOf([incidentId]);
    const stored = updates.find(({ id }) => id === updateId);
    if (stored === undefined) throw notFound('incident update');
    const changed = withChanges(stored, plain);
    const isLast = stored === updates.at(-1);
    if (isLast) requireNoTurn(incident, stored.status, changed.status);
    const isChanged = !isSame(stored, changed);
    if (isChanged) await tx.store.incidents.changeUpdate(changed);
    tx.changed(toldOf(incident, stored, changed));
    const status = isLast ? followedStatus(incident, stored.status, changed.status) : undefined;
    const told = changed.message === '' ? changed.status : changed.message;
    const said = `${actorName(ctx.actor)} corrected an update of ${titleOf(incident)}: ${told}`;
    await applyChanges(
      ctx,
      tx,
      incident,
      { status, components, statuses },
      { said: isChanged ? said : undefined },
    );
    if (changed.notify && !stored.notify) await announceIncident(ctx, tx, incidentId, toldBy(changed));
    return changed;
  });
}

function isSame(one: IncidentUpdate, other: IncidentUpdate): boolean {
  return (
    FIELDS.every((field) => one[field] === other[field]) &&
    areSameTranslations(one.translations, other.translations)
  );
}

/** The last update may not say that an incident turned where nobody turned it. */
function requireNoTurn(incident: Incident, before: IncidentStatus, after: IncidentStatus): void {
  if (before === after) return;
  const isOver = incident.response.state === 'RESOLVED';
  if (!isOver && after === 'RESOLVED') {
    throw conflict(`${titleOf(incident)} is open; add an update with RESOLVED, which resolves it`);
  }
  if (isOver && before === 'RESOLVED') {
    throw conflict(`${titleOf(incident)} is resolved; reopen it first`);
  }
}
