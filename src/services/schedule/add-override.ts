import { createdAfter } from '../../core/schedule/swap.ts';
import type { Override } from '../../core/schedule/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAll, notFound } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import { created } from '../audit/changes.ts';
import { transact } from '../transact.ts';

/** Members by id or e-mail; `replaces` null: for everybody, gaps and restrictions covered too. */
export type NewOverride = {
  readonly scheduleId: string;
  readonly member: string;
  readonly replaces: string | null;
  readonly start: EpochMs;
  readonly end: EpochMs;
};

/** Lets a member stand in during [start, end). Errors: `not_found`, `validation_error` naming a path. */
export async function addOverride(ctx: Context, input: NewOverride): Promise<Override> {
  if (input.end <= input.start) throw invalid('end', 'must be after start');
  return transact(ctx, async (tx) => {
    const { store } = tx;
    const schedule = await store.schedules.lock(input.scheduleId);
    if (schedule === null) throw notFound('On-call schedule');
    const { pageId } = schedule;
    const names = [input.member, ...(input.replaces === null ? [] : [input.replaces])];
    const held = await store.targets.holdMembers(pageId, names);
    const named = (name: string) =>
      held.find(({ id, email }) => id === name || email === name.toLowerCase()) ?? null;
    const member = named(input.member);
    const replaced = input.replaces === null ? null : named(input.replaces);
    if (member === null || (replaced === null && input.replaces !== null)) {
      const missing = (path: string, name: string | null) => ({
        path,
        message: `no such member on this page: ${name}`,
      });
      throw invalidAll([
        ...(member === null ? [missing('memberId', input.member)] : []),
        ...(replaced === null && input.replaces !== null
          ? [missing('replacesMemberId', input.replaces)]
          : []),
      ]);
    }
    const override: Override = {
      id: ctx.ids.next('ovr'),
      memberId: member.id,
      replacesMemberId: replaced?.id ?? null,
      start: input.start,
      end: input.end,
      createdAt: await lastCreated(ctx, store, input),
    };
    await store.schedules.insertOverride(schedule.id, override);
    tx.changed(created('schedule_override', { ...override, pageId, scheduleId: schedule.id }, schedule.name));
    await store.schedules.touch(schedule.id, ctx.now);
    return override;
  });
}

/** An instant of creation that wins over every other override of that time. */
async function lastCreated(ctx: Context, store: Store, { scheduleId, start }: NewOverride): Promise<EpochMs> {
  const schedules = await store.schedules.loadSchedules({ ids: [scheduleId] }, start);
  return createdAfter(
    schedules.flatMap(({ overrides }) => overrides),
    ctx.now,
  );
}
