import type { Maintenance } from '../../core/maintenance/maintenance.ts';
import { UNTRANSLATED } from '../../core/translations.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import { transact } from '../transact.ts';
import { applyMaintenanceChanges, type MaintenanceChanges, type Said } from './apply-changes.ts';
import type { NamedMaintenance } from './get.ts';
import { releaseHidden } from './release-hidden.ts';

/**
 * Changes what is sent of a maintenance. Readers get an update of it where its status changes, where `message` is another
 * than was told last, or where `notify` asks that subscribers hear of the change. Errors: `not_found`, and those of
 * `applyMaintenanceChanges`.
 */
export async function updateMaintenance(
  ctx: Context,
  input: NamedMaintenance & {
    changes: MaintenanceChanges;
    message: string | undefined;
    notify: boolean;
  },
): Promise<Maintenance> {
  const { pageId, changes, message, notify } = input;
  const changed = await transact(ctx, async (tx) => {
    const stored = await lockMaintenance(tx.store, input);
    const lastMessage = await lastMessageOf(tx.store, stored.id);
    const isNews = message !== undefined && message !== '' && message !== lastMessage;
    const turns = changes.status !== undefined && changes.status !== stored.status;
    const said: Said | null =
      isNews || turns || notify
        ? {
            message: isNews || notify ? (message ?? '') : '',
            notify,
            translations: UNTRANSLATED,
            started: ctx.now,
          }
        : null;
    return (await applyMaintenanceChanges(ctx, tx, stored, { changes, said, lastMessage })).maintenance;
  });
  await releaseHidden(ctx, { pageId });
  return changed;
}

/** A maintenance of a page, locked. Errors: `not_found`. */
export async function lockMaintenance(store: Store, input: NamedMaintenance): Promise<Maintenance> {
  const stored = await store.maintenances.lock(input.maintenanceId);
  if (stored?.pageId !== input.pageId) throw notFound('Maintenance');
  return stored;
}

/** What was told of a maintenance last; empty: nothing. */
export async function lastMessageOf(store: Store, maintenanceId: string): Promise<string> {
  const updates = await store.maintenances.updatesOf([maintenanceId]);
  return updates.findLast(({ message }) => message !== '')?.message ?? '';
}
