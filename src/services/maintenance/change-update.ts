import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { MaintenanceUpdate } from '../ports/maintenances.ts';
import { transact } from '../transact.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { announceUpdate, applyMaintenanceChanges, type MaintenanceChanges } from './apply-changes.ts';
import { toldOf } from './audited.ts';
import type { NamedMaintenance } from './get.ts';
import { releaseHidden } from './release-hidden.ts';
import { lastMessageOf, lockMaintenance } from './update.ts';

export type MaintenanceUpdateChanges = Changes<
  Pick<MaintenanceUpdate, 'message' | 'status' | 'notify' | 'started' | 'translations'>
> &
  Pick<MaintenanceChanges, 'components' | 'statuses' | 'end'>;

type NamedUpdate = NamedMaintenance & { readonly updateId: string };

/**
 * Corrects what is sent of an update. A correction starts and ends nothing: that is done by a new update or by the
 * maintenance itself. Components, statuses and end that are sent are the maintenance's from now on. Where `notify` becomes
 * true, subscribers are told once. Errors: `not_found`, and those of `applyMaintenanceChanges`.
 */
export async function changeMaintenanceUpdate(
  ctx: Context,
  input: NamedUpdate & { changes: MaintenanceUpdateChanges },
): Promise<MaintenanceUpdate> {
  const { pageId, updateId } = input;
  const { components, statuses, end, ...plain } = input.changes;
  const after = await transact(ctx, async (tx) => {
    const maintenance = await lockMaintenance(tx.store, input);
    const stored = (await tx.store.maintenances.updatesOf([maintenance.id])).find(
      ({ id }) => id === updateId,
    );
    if (stored === undefined) throw notFound('Maintenance update');
    const changed = withChanges(stored, plain);
    await tx.store.maintenances.changeUpdate(changed);
    tx.changed(toldOf(maintenance, stored, changed));
    const lastMessage = await lastMessageOf(tx.store, maintenance.id);
    const changes = { components, statuses, end };
    const applied = await applyMaintenanceChanges(ctx, tx, maintenance, { changes, said: null, lastMessage });
    if (changed.notify && !stored.notify) {
      announceUpdate(tx, { ...applied.maintenance, status: changed.status }, changed);
    }
    return changed;
  });
  await releaseHidden(ctx, { pageId });
  return after;
}

/** Takes back an update; the maintenance stays as it is. Errors: `not_found`. */
export async function removeMaintenanceUpdate(ctx: Context, input: NamedUpdate): Promise<void> {
  await transact(ctx, async (tx) => {
    const maintenance = await lockMaintenance(tx.store, input);
    const updates = await tx.store.maintenances.updatesOf([maintenance.id]);
    const taken = updates.find(({ id }) => id === input.updateId);
    if (taken === undefined) throw notFound('Maintenance update');
    await tx.store.maintenances.removeUpdate(taken.id);
    tx.changed(toldOf(maintenance, taken, null));
    const lastMessage = await lastMessageOf(tx.store, maintenance.id);
    await applyMaintenanceChanges(ctx, tx, maintenance, { changes: {}, said: null, lastMessage });
  });
}
