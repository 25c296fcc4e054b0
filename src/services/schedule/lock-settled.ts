import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { ConfiguredSchedule } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';
import { definitionOf, putInForce } from './put-in-force.ts';

/** Locks a schedule and puts in force what was planned and is due by now. Errors: `not_found`. */
export async function lockSettled(
  ctx: Context,
  store: Store,
  scheduleId: string,
): Promise<ConfiguredSchedule> {
  let schedule = await store.schedules.lock(scheduleId);
  if (schedule === null) throw notFound('On-call schedule');
  for (const version of await store.scheduleVersions.toCome(scheduleId)) {
    const { effectiveFrom: at } = version;
    if (at === null || at > ctx.now) break;
    await store.scheduleVersions.remove(version.id);
    const next = { ...schedule, ...definitionOf(version), updatedAt: ctx.now };
    schedule = await putInForce(ctx, store, schedule, next, at);
  }
  return schedule;
}
