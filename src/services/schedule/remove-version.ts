import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { carryOn } from './carry-on.ts';
import { lockSettled } from './lock-settled.ts';
import { deleted } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Takes a planned edit back, from what is planned behind it too. Errors: `not_found`; `conflict` for what held already. */
export async function removeVersion(
  ctx: Context,
  input: { scheduleId: string; versionId: string },
): Promise<void> {
  const { scheduleId, versionId } = input;
  await transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await lockSettled(ctx, store, scheduleId);
    const version = await store.scheduleVersions.find(scheduleId, versionId);
    if (version === null) throw notFound('Version');
    if (version.effectiveUntil !== null)
      throw conflict('That is how it was: only a planned edit can be taken back');
    const planned = await store.scheduleVersions.toCome(scheduleId);
    const index = planned.findIndex(({ id }) => id === versionId);
    await store.scheduleVersions.remove(versionId);
    const after = planned[index - 1] ?? stored;
    await carryOn(store, scheduleId, planned.slice(index + 1), { before: version, after });
    await store.schedules.touch(scheduleId, ctx.now);
    const { pageId, name } = stored;
    tx.changed(deleted('schedule_version', { ...version, pageId, scheduleId }, name));
  });
}
