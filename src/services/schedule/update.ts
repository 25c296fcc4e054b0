import type { Handover } from '../../core/schedule/edit.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { actorName, type Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import type { ScheduleVersion } from '../ports/schedule-versions.ts';
import type { ConfiguredSchedule } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { carryOn } from './carry-on.ts';
import { continued } from './continued.ts';
import { requireTimeZone, type NewSchedule } from './create.ts';
import { lockSettled } from './lock-settled.ts';
import { definitionOf, putInForce } from './put-in-force.ts';
import { viewOf, type ScheduleView } from './schedule-view.ts';
import { buildShifts } from './shift-input.ts';
import { updated } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type ScheduleEdit = {
  readonly scheduleId: string;
  readonly changes: Changes<Omit<NewSchedule, 'pageId'>>;
  /** Null: now. */
  readonly effectiveFrom: EpochMs | null;
  readonly handover: Handover;
};

/** The schedule as it is from `effectiveFrom` on; null: it is in force. */
export type EditedSchedule = ScheduleView & {
  readonly effectiveFrom: EpochMs | null;
  /** What would have been without the edit at the instant from which it holds. */
  readonly replaced: ConfiguredSchedule;
};

const MAX_PLANNED = 50;

/**
 * Changes what is sent of a schedule, now or from an instant to come on (its name and description always now). Shifts
 * that are sent replace those of that instant and go on with their turns; what is planned for later has the change too,
 * but for what it changes itself. Errors: `not_found`; `validation_error`
 * naming a path.
 */
export async function updateSchedule(ctx: Context, input: ScheduleEdit): Promise<EditedSchedule> {
  return transact(ctx, async (tx) => {
    const edited = await editSchedule(ctx, tx.store, input);
    const { schedule, replaced, effectiveFrom } = edited;
    tx.changed(updated('schedule', { ...replaced, effectiveFrom: null }, { ...schedule, effectiveFrom }));
    return edited;
  });
}

/** As `updateSchedule`, within a transaction. */
export async function editSchedule(ctx: Context, store: Store, input: ScheduleEdit): Promise<EditedSchedule> {
  const { now } = ctx;
  const at = input.effectiveFrom ?? now;
  if (at < now) throw invalid('effectiveFrom', 'must not be in the past');
  if (input.changes.timeZone !== undefined) requireTimeZone(input.changes.timeZone);

  if (at > now) await keepMembers(store, input.scheduleId);
  const stored = await lockSettled(ctx, store, input.scheduleId);
  const planned = await store.scheduleVersions.toCome(stored.id);
  const before = planned.findLast(({ effectiveFrom }) => (effectiveFrom ?? now) <= at) ?? stored;
  const replaced = { ...stored, ...definitionOf(before) };
  const { shifts, name, description, ...rest } = input.changes;
  const named = { ...withChanges(stored, { name, description }), updatedAt: now };
  const definition = withChanges(definitionOf(before), rest);
  const next: ConfiguredSchedule = {
    ...named,
    ...definition,
    shifts: continued(
      before,
      shifts === undefined
        ? definition
        : {
            ...definition,
            shifts: await buildShifts(store, stored.pageId, shifts, { stored: before.shifts, ids: ctx.ids }),
          },
      at,
      input.handover,
    ),
  };
  const later = planned.filter(({ effectiveFrom }) => effectiveFrom !== null && effectiveFrom > at);
  await carryOn(store, stored.id, later, { before, after: next });
  if (at === now) {
    const inForce = await putInForce(ctx, store, stored, next, now);
    return { ...(await viewOf(store, inForce)), effectiveFrom: null, replaced };
  }
  await store.schedules.update({ ...stored, ...named });
  await plan(ctx, store, next, planned, at);
  return { ...(await viewOf(store, next)), effectiveFrom: at, replaced };
}

/** The database does not know whom a plan names: who deletes a member of the page waits for it, and finds it then. */
async function keepMembers(store: Store, scheduleId: string): Promise<void> {
  const schedule = await store.schedules.find(scheduleId);
  if (schedule === null) throw notFound('On-call schedule');
  // Before the schedule's lock, as whoever deletes a member takes them.
  await store.pages.lock(schedule.pageId);
}

async function plan(
  ctx: Context,
  store: Store,
  next: ConfiguredSchedule,
  planned: readonly ScheduleVersion[],
  at: EpochMs,
): Promise<void> {
  const isNew = planned.every(({ effectiveFrom }) => effectiveFrom !== at);
  if (isNew && planned.length >= MAX_PLANNED) {
    throw invalid('effectiveFrom', `${MAX_PLANNED} edits are planned already`);
  }
  await store.scheduleVersions.insert(next.id, {
    ...definitionOf(next),
    id: ctx.ids.next('ver'),
    effectiveFrom: at,
    effectiveUntil: null,
    createdAt: ctx.now,
    actor: actorName(ctx.actor),
  });
}
