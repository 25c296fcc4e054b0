import type { ScheduleStatus } from '../../core/schedule/types.ts';
import { isTimeZone } from '../../core/time/zone.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import type { ConfiguredSchedule } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';
import { viewOf, type ScheduleView } from './schedule-view.ts';
import { buildShifts, type ShiftInput } from './shift-input.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

export type NewSchedule = {
  /** Null: the only page there is. */
  readonly pageId: string | null;
  readonly name: string;
  readonly description: string;
  readonly status: ScheduleStatus;
  readonly timeZone: string;
  readonly shifts: readonly ShiftInput[];
};

/** Stores a new schedule. Errors: `not_found` for an unknown page, `validation_error` naming a path. */
export async function createSchedule(ctx: Context, input: NewSchedule): Promise<ScheduleView> {
  const { now, ids } = ctx;
  requireTimeZone(input.timeZone);
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const pageId = await pageFor(store, input.pageId);
    const schedule: ConfiguredSchedule = {
      id: ids.next('sch'),
      pageId,
      name: input.name,
      description: input.description,
      status: input.status,
      timeZone: input.timeZone,
      effectiveFrom: null,
      shifts: await buildShifts(store, pageId, input.shifts, { stored: [], ids }),
      createdAt: now,
      updatedAt: now,
    };
    await store.schedules.insert(schedule);
    tx.changed(created('schedule', schedule));
    return viewOf(store, schedule);
  });
}

/** Refuses a name that is no IANA time zone. */
export function requireTimeZone(name: string): void {
  if (!isTimeZone(name)) throw invalid('timeZone', `no such time zone: ${name}`);
}

async function pageFor(store: Store, pageId: string | null): Promise<string> {
  if (pageId !== null) {
    if ((await store.pages.find(pageId)) === null) throw notFound('Page');
    return pageId;
  }
  const { pages } = await store.pages.list({ onlyId: null, offset: 0, limit: 2 });
  const [only, another] = pages;
  if (only === undefined) throw invalid('pageId', 'there is no page yet');
  if (another !== undefined) throw invalid('pageId', 'there are several pages: say which');
  return only.id;
}
