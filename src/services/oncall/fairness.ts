import { dutyOf, hardTimes, totalDuty, type Duty, type HardTimes } from '../../core/schedule/fairness.ts';
import { shiftsBetween } from '../../core/schedule/resolve.ts';
import { everybodyIn } from '../../core/schedule/versions.ts';
import { DAY_MS, plusMs, type EpochMs } from '../../core/time/instant.ts';
import type { Interval } from '../../core/time/interval.ts';
import { timeZone } from '../../core/time/zone.ts';
import { publicHolidays } from '../../platform/holidays.ts';
import type { Context } from '../context.ts';
import { mapInTurns } from '../map-in-turns.ts';
import type { Member } from '../ports/members.ts';
import { requireTimelineWindow } from '../schedule/timeline.ts';

const DEFAULT_DAYS = 28;

/** Somebody and what they carried. Of a member who was deleted only `id` is sure, and neither zone nor pages are known. */
export type Burden = {
  readonly memberId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly timeZone: string | null;
  readonly country: string | null;
  readonly duty: Duty;
  readonly pagesReceived: number | null;
};

/** Most time on call first. */
export type Fairness = Interval & {
  readonly members: readonly Burden[];
  readonly total: Duty;
  readonly pagesReceived: number;
};

/**
 * How on-call was shared on a page within [from, to), by default the last 28 days: by everybody who was on call and by
 * everybody whom a schedule names. Errors: `validation_error` for a window that a timeline would refuse.
 */
export async function fairness(
  ctx: Context,
  input: { pageId: string; from?: EpochMs | undefined; to?: EpochMs | undefined },
): Promise<Fairness> {
  const { pageId, to: end = ctx.now, from: start = plusMs(end, -DEFAULT_DAYS * DAY_MS) } = input;
  requireTimelineWindow(start, end);
  const range = { start, end };
  const onCall = await timesOnCall(ctx, pageId, range);
  const people = await peopleWith(ctx, [...onCall.keys()]);
  const received = await ctx.read.fairness.pagesReceived(pageId, range);
  const weigh = weigher(range);

  const members: Burden[] = [];
  for (const person of people) {
    const duty = await weigh(onCall.get(person.memberId) ?? [], person);
    const pagesReceived = person.timeZone === null ? null : (received.get(person.memberId) ?? 0);
    members.push({ ...person, duty, pagesReceived });
  }
  members.sort((a, b) => b.duty.totalMs - a.duty.totalMs || compareText(labelOf(a), labelOf(b)));
  return {
    ...range,
    members,
    total: totalDuty(members.map(({ duty }) => duty)),
    pagesReceived: members.reduce((sum, member) => sum + (member.pagesReceived ?? 0), 0),
  };
}

/** When each was on call, over all schedules; nobody whom a schedule names is missing. */
async function timesOnCall(ctx: Context, pageId: string, range: Interval): Promise<Map<string, Interval[]>> {
  const schedules = await ctx.read.schedules.loadSchedules({ pageId }, range.start);
  const times = new Map<string, Interval[]>();
  const timesOf = (memberId: string): Interval[] => {
    const known = times.get(memberId) ?? [];
    times.set(memberId, known);
    return known;
  };
  await mapInTurns(schedules, (schedule) => {
    for (const memberId of everybodyIn(schedule)) timesOf(memberId);
    for (const stretch of shiftsBetween(schedule, range)) timesOf(stretch.memberId).push(stretch);
  });
  return times;
}

type Person = Omit<Burden, 'duty' | 'pagesReceived'>;

async function peopleWith(ctx: Context, ids: readonly string[]): Promise<Person[]> {
  const live = new Map((await ctx.read.members.findMany(ids)).map((member) => [member.id, member]));
  const gone = ids.filter((id) => !live.has(id));
  const former = gone.length === 0 ? [] : await ctx.read.members.findKnown(gone);
  const remembered = new Map(former.map((member) => [member.id, member]));
  return ids.map((memberId) => {
    const member: Partial<Member> = live.get(memberId) ?? remembered.get(memberId) ?? {};
    const { name = null, email = null, timeZone: zone = null, country = null } = member;
    return { memberId, name, email, timeZone: zone, country };
  });
}

/** Weighs times on call; what counts for people of one zone and country is found once. */
function weigher(range: Interval): (times: readonly Interval[], person: Person) => Promise<Duty> {
  const hardByZone = new Map<string, HardTimes>();
  const holidaysByPlace = new Map<string, readonly Interval[]>();
  return async (times, person) => {
    if (person.timeZone === null) return dutyOf(times, null, null);
    const zone = timeZone(person.timeZone);
    const hard = hardByZone.get(zone.name) ?? hardTimes(zone, range);
    hardByZone.set(zone.name, hard);
    if (person.country === null) return dutyOf(times, hard, null);
    const place = `${person.country} ${zone.name}`;
    const holidays = holidaysByPlace.get(place) ?? (await publicHolidays(person.country, range, zone));
    holidaysByPlace.set(place, holidays);
    return dutyOf(times, hard, holidays);
  };
}

function labelOf({ name, email, memberId }: Person): string {
  return name ?? email ?? memberId;
}

/** By code point: the same whatever the process's locale. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
