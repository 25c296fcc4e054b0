import { deleted } from '../audit/changes.ts';
import { actorName, type Context } from '../context.ts';
import { transact } from '../transact.ts';
import type { NamedMaintenance } from './get.ts';
import { releaseHidden } from './release-hidden.ts';
import { settleComponents } from './settle-components.ts';
import { lockMaintenance } from './update.ts';

/**
 * Deletes a maintenance with its updates. One in progress ends with that: its components show what is true, and what it hid
 * opens its incident. Errors: `not_found`.
 */
export async function removeMaintenance(ctx: Context, input: NamedMaintenance): Promise<void> {
  await transact(ctx, async (tx) => {
    const maintenance = await lockMaintenance(tx.store, input);
    const { id, name, pageId, status, components } = maintenance;
    await settleComponents(
      tx.store,
      { ...maintenance, status: 'COMPLETED', components: [] },
      { before: components, now: ctx.now },
    );
    await tx.store.maintenances.remove(id);
    tx.changed(deleted('maintenance', maintenance));
    if (status !== 'INPROGRESS') return;
    tx.happened({
      type: 'maintenance.ended',
      pageId,
      text: `${actorName(ctx.actor)} deleted the maintenance ${name}, which was in progress.`,
      data: { maintenanceId: id, name, status, components: components.map((component) => component.id) },
    });
  });
  await releaseHidden(ctx, { pageId: input.pageId });
}
