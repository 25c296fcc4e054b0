import { updated } from '../audit/changes.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { newHeartbeatToken } from '../heartbeat/address.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import { transact } from '../transact.ts';

/**
 * Gives a HEARTBEAT monitor a new address; the old one is refused at once. What was heard stays. Errors: `not_found`,
 * `conflict` for another type.
 */
export async function rotateSecret(ctx: Context, input: { monitorId: string }): Promise<Monitor> {
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const stored = await store.monitors.lock(input.monitorId);
    if (stored === null) throw notFound('Monitor');
    if (stored.type !== 'HEARTBEAT') throw conflict('Only a HEARTBEAT monitor has an address');
    const rotated: Monitor = { ...stored, heartbeatToken: newHeartbeatToken(ctx), updatedAt: ctx.now };
    await store.monitors.update(rotated);
    tx.changed({ ...updated('monitor', stored, rotated), action: 'secret_rotated' });
    return rotated;
  });
}
