import type { EpochMs } from '../../core/time/instant.ts';
import { UNTRANSLATED, type Translations } from '../../core/translations.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { MaintenanceUpdate } from '../ports/maintenances.ts';
import { transact } from '../transact.ts';
import { applyMaintenanceChanges, type MaintenanceChanges } from './apply-changes.ts';
import type { NamedMaintenance } from './get.ts';
import { releaseHidden } from './release-hidden.ts';
import { lastMessageOf, lockMaintenance } from './update.ts';

export type NewMaintenanceUpdate = Pick<MaintenanceChanges, 'components' | 'statuses' | 'end' | 'status'> & {
  readonly message: string;
  readonly notify: boolean;
  /** Default: none. */
  readonly translations?: Translations | undefined;
  /** Undefined: now. */
  readonly started: EpochMs | undefined;
};

/**
 * Tells the readers of a maintenance what is new, and makes the status hold that it tells of (undefined: it stays). Errors:
 * `not_found`, and those of `applyMaintenanceChanges`.
 */
export async function addMaintenanceUpdate(
  ctx: Context,
  input: NewMaintenanceUpdate & NamedMaintenance,
): Promise<MaintenanceUpdate> {
  const { message, notify, components, statuses, end, status } = input;
  const { started = ctx.now, translations = UNTRANSLATED } = input;
  const added = await transact(ctx, async (tx) => {
    const stored = await lockMaintenance(tx.store, input);
    const lastMessage = await lastMessageOf(tx.store, stored.id);
    const said = { message, notify, translations, started };
    const changes = { components, statuses, end, status };
    const { update } = await applyMaintenanceChanges(ctx, tx, stored, { changes, said, lastMessage });
    if (update === null) throw new Error('what is said of a maintenance is an update of it');
    return update;
  });
  await releaseHidden(ctx, { pageId: input.pageId });
  return added;
}

/** One update of a maintenance. Errors: `not_found`. */
export async function getMaintenanceUpdate(
  ctx: Context,
  input: { maintenanceId: string; updateId: string },
): Promise<MaintenanceUpdate> {
  const updates = await ctx.read.maintenances.updatesOf([input.maintenanceId]);
  const found = updates.find(({ id }) => id === input.updateId);
  if (found === undefined) throw notFound('Maintenance update');
  return found;
}
