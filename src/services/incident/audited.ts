import type { AffectedComponent, Incident } from '../../core/incident/types.ts';
import type { AuditedChange } from '../audit/entry.ts';
import type { AuditAction } from '../ports/audit-log.ts';
import type { IncidentUpdate } from '../ports/incidents.ts';
import { titleOf } from './result.ts';

type Named = Pick<Incident, 'id' | 'pageId' | 'number' | 'name'>;

/** What the audit log says of an act on an incident: what it changed of it, or (`before` null) what it said. */
export function actedOn(
  incident: Named,
  action: AuditAction,
  before: object | null,
  after: object | null,
): AuditedChange {
  const { id, pageId } = incident;
  return { action, kind: 'incident', id, name: titleOf(incident), pageId, before, after };
}

/** The same of an update of it; `before` null: a new one; `after` null: one that is taken back. */
export function toldOf(
  incident: Named,
  before: IncidentUpdate | null,
  after: IncidentUpdate | null,
): AuditedChange {
  const action = before === null ? 'created' : 'updated';
  return {
    action: after === null ? 'deleted' : action,
    kind: 'incident_update',
    id: (after ?? before)?.id ?? incident.id,
    name: titleOf(incident),
    pageId: incident.pageId,
    before,
    after,
  };
}

/** What is said of an incident when it opens, and when it is deleted. */
export function gistOf(incident: Pick<Incident, Gist | 'components'>): object {
  const { components, translations, ...rest } = incident;
  const { name, description, status, impact, source, dedupKey, published } = rest;
  const said = { name, description, status, impact, source, dedupKey, published };
  return { ...said, components: affectedBy(components), translations };
}

/** Which components it affects, and how: what the audit log says of them. */
export function affectedBy(components: readonly AffectedComponent[]): object[] {
  return components.map(({ id, status }) => ({ id, status }));
}

type Gist =
  | 'name'
  | 'description'
  | 'status'
  | 'impact'
  | 'source'
  | 'dedupKey'
  | 'published'
  | 'translations';
