import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import type { AuditedChange } from '../audit/entry.ts';
import type { MaintenanceUpdate } from '../ports/maintenances.ts';

/** What the audit log says of an update of a maintenance; `before` null: a new one; `after` null: one that is taken back. */
export function toldOf(
  maintenance: Pick<Maintenance, 'id' | 'pageId' | 'name'>,
  before: MaintenanceUpdate | null,
  after: MaintenanceUpdate | null,
): AuditedChange {
  const action = before === null ? 'created' : 'updated';
  return {
    action: after === null ? 'deleted' : action,
    kind: 'maintenance_update',
    id: (after ?? before)?.id ?? maintenance.id,
    name: maintenance.name,
    pageId: maintenance.pageId,
    before,
    after,
  };
}
