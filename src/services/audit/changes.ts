import type { AuditKind } from '../ports/audit-log.ts';
import type { AuditedChange } from './entry.ts';

/** A thing as the audit log names it; its `pageId` is null where it belongs to the installation. */
type Thing = { readonly id: string; readonly pageId: string | null; readonly name?: string | null };

/** Somebody made a thing. `name` is for what has none of its own. */
export function created<T extends Thing>(
  kind: AuditKind,
  thing: T,
  name: string = nameOf(thing),
): AuditedChange {
  return { ...naming(kind, thing, name), action: 'created', before: null, after: thing };
}

/** Somebody changed a thing; without any difference nothing is kept of it. */
export function updated<T extends Thing>(
  kind: AuditKind,
  before: T,
  after: T,
  name: string = nameOf(after),
): AuditedChange {
  return { ...naming(kind, after, name), action: 'updated', before, after };
}

/** Somebody deleted a thing. */
export function deleted<T extends Thing>(
  kind: AuditKind,
  thing: T,
  name: string = nameOf(thing),
): AuditedChange {
  return { ...naming(kind, thing, name), action: 'deleted', before: thing, after: null };
}

function naming(kind: AuditKind, { id, pageId }: Thing, name: string) {
  return { kind, id, name, pageId };
}

function nameOf({ name, id }: Thing): string {
  return name ?? id;
}
