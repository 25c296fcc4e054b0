import { differencesBetween, type ScheduleDiff } from '../../core/schedule/diff.ts';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import type { Interval } from '../../core/time/interval.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import type { Member } from '../ports/members.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import type { Store } from '../ports/store.ts';
import { editSchedule, type ScheduleEdit } from './update.ts';

const MAX_PREVIEW_DAYS = 92;
/** More than anybody reads; more would keep pages from being sent while it is written. */
const MAX_CHANGES = 10_000;

export type Preview = {
  readonly window: Interval;
  readonly diff: ScheduleDiff;
  /** Those whom the changes name, by id. */
  readonly members: ReadonlyMap<string, Member>;
};

/**
 * What an edit would change of who is on call, in the `days` (at most 92) from when it takes effect: the edit itself is
 * made, looked at and taken back, so that it cannot come out otherwise. Errors as `updateSchedule`, and for `days`.
 */
export async function previewSchedule(
  ctx: Context,
  input: ScheduleEdit & { days: number },
): Promise<Preview> {
  const from = input.effectiveFrom ?? ctx.now;
  const days = Math.min(input.days, MAX_PREVIEW_DAYS);
  const window = { start: from, end: plusMs(from, days * DAY_MS) };
  const before = await load(ctx.read, input.scheduleId, window);
  const diff = await tried(ctx, async (store) => {
    await editSchedule(ctx, store, input);
    return differencesBetween(before, await load(store, input.scheduleId, window), window);
  });
  if (diff.changes.length > MAX_CHANGES) {
    throw invalid('days', `is too many: the edit makes more than ${MAX_CHANGES} changes in that time`);
  }
  const ids = diff.members.map((member) => member.memberId);
  const members = await ctx.read.members.findMany(ids);
  return { window, diff, members: new Map(members.map((member) => [member.id, member])) };
}

async function load(store: Store, scheduleId: string, { start }: Interval): Promise<LoadedSchedule> {
  const [schedule] = await store.schedules.loadSchedules({ ids: [scheduleId] }, start);
  if (schedule === undefined) throw notFound('On-call schedule');
  return schedule;
}

/** Carries the answer out of a transaction that must not be kept. */
class TakenBack<T> extends Error {
  readonly answer: T;

  constructor(answer: T) {
    super('taken back');
    this.answer = answer;
  }
}

async function tried<T>(ctx: Context, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await ctx.uow.transaction(async (store): Promise<never> => {
      throw new TakenBack(await work(store));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.answer as T;
    throw error;
  }
}
