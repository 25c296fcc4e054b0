import type { AffectedComponent, Impact, Incident, IncidentStatus } from '../../core/incident/types.ts';
import { worstImpact } from '../../core/routing/impact.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Translations } from '../../core/translations.ts';
import { actorName, type Context } from '../context.ts';
import { conflict, invalidAll } from '../errors.ts';
import type { Tx } from '../transact.ts';
import { actLocked } from './act.ts';
import { titleOf } from './result.ts';
import { resolved } from './wordings.ts';
import { actedOn, affectedBy } from './audited.ts';

/** What may change of an incident by hand, beside the response to it. What is undefined stays. */
export type IncidentChanges = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly impact?: Impact | undefined;
  readonly published?: boolean | undefined;
  readonly startedAt?: EpochMs | undefined;
  readonly translations?: Translations | undefined;
  readonly status?: IncidentStatus | undefined;
  /** The ids of all components that it affects; those of `statuses` are added. */
  readonly components?: readonly string[] | undefined;
  readonly statuses?: readonly { readonly id: string; readonly status: Impact }[] | undefined;
};

/**
 * Makes changes hold on a locked incident. RESOLVED resolves it; the impact follows the components' statuses unless it is
 * sent. Errors: `conflict` for another status of a resolved incident, which only reopening brings back;
 * `validation_error` for components that the page does not have.
 */
export async function applyChanges(
  ctx: Context,
  tx: Tx,
  incident: Incident,
  changes: IncidentChanges,
  options: { said?: string | undefined } = {},
): Promise<void> {
  const { components: _ids, statuses, status, ...plain } = changes;
  const isOver = incident.response.state === 'RESOLVED';
  if (isOver && status !== undefined && status !== 'RESOLVED') {
    throw conflict(`${titleOf(incident)} is resolved; reopen it first`);
  }
  const components = await affected(tx, incident, changes);
  const impact = plain.impact ?? impactOf(components, statuses);
  const patch = withoutUndefined({
    ...plain,
    impact,
    components,
    ...(status === 'RESOLVED' ? {} : { status }),
  });
  if (Object.keys(patch).length > 0) {
    await tx.store.incidents.update(incident.id, patch, ctx.now);
    const before = { ...incident, components: affectedBy(incident.components) };
    const after = { ...incident, ...patch, components: affectedBy(components ?? incident.components) };
    tx.changed(actedOn(incident, 'updated', before, after));
  }
  tell(ctx, tx, incident, { fields: Object.keys(patch), said: options.said });
  if (status === 'RESOLVED' && !isOver) {
    const changed = { ...incident, ...patch, components: incident.components };
    await actLocked(ctx, tx, changed, { kind: 'resolve' }, resolved(ctx.actor));
  }
}

function tell(
  ctx: Context,
  tx: Tx,
  incident: Incident,
  { fields, said }: { fields: readonly string[]; said: string | undefined },
): void {
  if (fields.length === 0 && said === undefined) return;
  tx.happened({
    type: 'incident.updated',
    pageId: incident.pageId,
    incidentId: incident.id,
    text: said ?? `${actorName(ctx.actor)} changed ${fields.join(', ')} of ${titleOf(incident)}.`,
    data: { fields },
  });
  tx.showInChat(incident.id);
}

/** The components after the change; undefined where nothing is said of them. */
async function affected(
  tx: Tx,
  incident: Incident,
  { components, statuses = [] }: IncidentChanges,
): Promise<AffectedComponent[] | undefined> {
  if (components === undefined && statuses.length === 0) return undefined;
  const sent = [...(components ?? []), ...statuses.map(({ id }) => id)];
  const found = await tx.store.components.findStored(sent);
  const own = new Set(found.filter((component) => component.pageId === incident.pageId).map(({ id }) => id));
  const unknown = sent.flatMap((id, index) => (own.has(id) ? [] : [pathOf(index, components?.length ?? 0)]));
  if (unknown.length > 0) {
    throw invalidAll(unknown.map((path) => ({ path, message: 'no component of this page has that id' })));
  }
  const before = new Map(incident.components.map((component) => [component.id, component]));
  const after = new Map(statuses.map(({ id, status }) => [id, status]));
  const ids = new Set([...(components ?? before.keys()), ...after.keys()]);
  return [...ids].map((id) => ({
    id,
    status: after.get(id) ?? before.get(id)?.status ?? incident.impact,
    said: after.has(id) || before.get(id)?.said === true,
  }));
}

function pathOf(index: number, components: number): string {
  return index < components ? `components[${index}]` : `statuses[${index - components}].id`;
}

function impactOf(
  components: readonly { status: Impact }[] | undefined,
  statuses: IncidentChanges['statuses'],
): Impact | undefined {
  if (components === undefined || statuses === undefined || statuses.length === 0) return undefined;
  return worstImpact(components.map(({ status }) => status));
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
