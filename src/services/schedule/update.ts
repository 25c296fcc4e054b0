import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { ConfiguredSchedule } from '../ports/schedules.ts';
import { withChanges, type Changes } from '../with-changes.ts';
import { requireTimeZone, type NewSchedule } from './create.ts';
import { viewOf, type ScheduleView } from './schedule-view.ts';
import { buildShifts } from './shift-input.ts';

/**
 * Changes what is sent of a schedule; shifts that are sent replace the stored ones. Errors: `not_found`,
 * `validation_error` naming a path.
 */
export async function updateSchedule(
  ctx: Context,
  input: { scheduleId: string; changes: Changes<Omit<NewSchedule, 'pageId'>> },
): Promise<ScheduleView> {
  const { now, ids } = ctx;
  const { shifts, ...rest } = input.changes;
  if (rest.timeZone !== undefined) requireTimeZone(rest.timeZone);
  return ctx.uow.transaction(async (store) => {
    const stored = await store.schedules.lock(input.scheduleId);
    if (stored === null) throw notFound('On-call schedule');
    const schedule: ConfiguredSchedule = {
      ...withChanges(stored, rest),
      shifts:
        shifts === undefined
          ? stored.shifts
          : await buildShifts(store, stored.pageId, shifts, { stored: stored.shifts, ids }),
      updatedAt: now,
    };
    await store.schedules.update(schedule);
    return viewOf(store, schedule);
  });
}
