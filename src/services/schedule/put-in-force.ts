import { isDeepStrictEqual } from 'node:util';
import type { EpochMs } from '../../core/time/instant.ts';
import { actorName, type Context } from '../context.ts';
import type { ConfiguredSchedule, ScheduleDefinition } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';

/** Lets `next` hold from `at` on, in the place of `stored`, which goes into the history. Needs the schedule's lock. */
export async function putInForce(
  ctx: Context,
  store: Store,
  stored: ConfiguredSchedule,
  next: ConfiguredSchedule,
  at: EpochMs,
): Promise<ConfiguredSchedule> {
  if (isDeepStrictEqual(definitionOf(stored), definitionOf(next))) {
    await store.schedules.update(next);
    return next;
  }
  // What held for no time at all is no history.
  if (stored.effectiveFrom === null || stored.effectiveFrom < at) {
    await store.scheduleVersions.insert(stored.id, {
      ...definitionOf(stored),
      id: ctx.ids.next('ver'),
      effectiveFrom: stored.effectiveFrom,
      effectiveUntil: at,
      createdAt: ctx.now,
      actor: actorName(ctx.actor),
    });
  }
  // Whoever waited for the lock, or whose clock is behind, came later all the same: history never overlaps itself.
  const { effectiveFrom: last } = stored;
  const inForce = { ...next, effectiveFrom: last !== null && last > at ? last : at };
  await store.schedules.update(inForce);
  return inForce;
}

/** The part of a schedule that history keeps. */
export function definitionOf({ status, timeZone, shifts }: ScheduleDefinition): ScheduleDefinition {
  return { status, timeZone, shifts };
}
