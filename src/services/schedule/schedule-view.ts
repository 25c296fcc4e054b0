import type { ConfiguredSchedule } from '../ports/schedules.ts';
import type { Member } from '../ports/members.ts';
import type { Store } from '../ports/store.ts';

/** A schedule with the members that its shifts name, by id. */
export type ScheduleView = {
  readonly schedule: ConfiguredSchedule;
  readonly members: ReadonlyMap<string, Member>;
};

/** The schedules with their members, in one statement. */
export async function viewsOf(
  store: Store,
  schedules: readonly ConfiguredSchedule[],
): Promise<ScheduleView[]> {
  const ids = schedules.flatMap(({ shifts }) =>
    shifts.flatMap((shift) => shift.members.map((m) => m.memberId)),
  );
  const found = await store.members.findMany([...new Set(ids)]);
  const members = new Map(found.map((member) => [member.id, member]));
  return schedules.map((schedule) => ({ schedule, members }));
}

/** As `viewsOf`, of one. */
export async function viewOf(store: Store, schedule: ConfiguredSchedule): Promise<ScheduleView> {
  const [view] = await viewsOf(store, [schedule]);
  return view ?? { schedule, members: new Map() };
}
