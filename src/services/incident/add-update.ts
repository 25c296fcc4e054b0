import type { EpochMs } from '../../core/time/instant.ts';
import { UNTRANSLATED, type Translations } from '../../core/translations.ts';
import { actorName, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { IncidentUpdate } from '../ports/incidents.ts';
import { transact } from '../transact.ts';
import { announceIncident, toldBy } from './announce.ts';
import { applyChanges, type IncidentChanges } from './apply-changes.ts';
import { titleOf } from './result.ts';
import { toldOf } from './audited.ts';

export type NewIncidentUpdate = Pick<IncidentChanges, 'components' | 'statuses'> & {
  readonly message: string;
  readonly status: IncidentUpdate['status'];
  readonly notify: boolean;
  /** Default: none. */
  readonly translations?: Translations | undefined;
  readonly started: EpochMs | undefined;
};

/** Tells the readers of an incident what is new, and makes the status hold that it tells of. */
export async function addIncidentUpdate(
  ctx: Context,
  input: NewIncidentUpdate & { incidentId: string },
): Promise<IncidentUpdate> {
  const { incidentId, message, status, notify, components, statuses } = input;
  const { started = ctx.now, translations = UNTRANSLATED } = input;
  return transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(incidentId);
    if (incident === null) throw notFound('incident');
    const update = {
      id: ctx.ids.next('upd'),
      incidentId,
      message,
      status,
      notify,
      translations,
      started,
      createdAt: ctx.now,
    };
    await tx.store.incidents.insertUpdate(update);
    tx.changed(toldOf(incident, null, update));
    const said = `${actorName(ctx.actor)} on ${titleOf(incident)}: ${message === '' ? status : message}`;
    await applyChanges(ctx, tx, incident, { status, components, statuses }, { said });
    if (notify) await announceIncident(ctx, tx, incidentId, toldBy(update));
    return update;
  });
}

/** One update of an incident. Errors: `not_found`. */
export async function getIncidentUpdate(
  ctx: Context,
  input: { incidentId: string; updateId: string },
): Promise<IncidentUpdate> {
  const updates = await ctx.read.incidents.updatesOf([input.incidentId]);
  const found = updates.find(({ id }) => id === input.updateId);
  if (found === undefined) throw notFound('incident update');
  return found;
}
