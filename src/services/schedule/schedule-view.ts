import type { ConfiguredSchedule, ScheduleDefinition } from '../ports/schedules.ts';
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
  const members = await membersOf(store, schedules);
  return schedules.map((schedule) => ({ schedule, members }));
}

/** Everybody whom the shifts name, by id. */
export async function membersOf(
  store: Store,
  definitions: readonly ScheduleDefinition[],
): Promise<ReadonlyMap<string, Member>> {
  const shifts = definitions.flatMap((definition) => definition.shifts);
  const ids = shifts.flatMap(({ members, kept }) => [
    ...members.map((member) => member.memberId),
    ...(kept === null ? [] : [kept.memberId]),
  ]);
  const found = await store.members.findMany([...new Set(ids)]);
  return new Map(found.map((member) => [member.id, member]));
}

/** As `viewsOf`, of one. */
export async function viewOf(store: Store, schedule: ConfiguredSchedule): Promise<ScheduleView> {
  const [view] = await viewsOf(store, [schedule]);
  return view ?? { schedule, members: new Map() };
}
