import {
  CALENDAR_LOOK_BACK_MS,
  calendarStretches,
  calendarWindow,
  nearest,
  type CalendarStretch,
} from '../../core/schedule/calendar.ts';
import type { Override } from '../../core/schedule/types.ts';
import { everyShift } from '../../core/schedule/versions.ts';
import { plusMs, type EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { mapInTurns } from '../map-in-turns.ts';
import type { KnownMember } from '../ports/members.ts';
import type { LoadedSchedule } from '../ports/schedules.ts';
import { mayHold } from './member-on-call.ts';

/** More than a year of daily handoffs in five shifts; what calendar programs take without complaint. */
export const MAX_CALENDAR_ENTRIES = 2_000;

/** One stretch in words; `standsInFor` is null where the override is for everybody. */
export type CalendarEntry = Pick<CalendarStretch, 'start' | 'end' | 'isCut' | 'memberId' | 'shiftId'> & {
  readonly scheduleId: string;
  readonly scheduleName: string;
  /** When the schedule or one of its overrides last changed. */
  readonly updatedAt: EpochMs;
  readonly memberName: string;
  readonly shiftName: string | null;
  readonly override: { readonly id: string; readonly standsInFor: string | null } | null;
};

/** In order of start. */
export type OnCallCalendar = { readonly name: string; readonly entries: readonly CalendarEntry[] };

/** The calendar of a schedule. Errors: `not_found`. */
export async function scheduleCalendar(ctx: Context, input: { scheduleId: string }): Promise<OnCallCalendar> {
  const [schedule] = await load(ctx, { ids: [input.scheduleId] });
  if (schedule === undefined) throw notFound('Calendar');
  return { name: `On call: ${schedule.name}`, entries: await entriesOf(ctx, [schedule], () => true) };
}

/** The calendar of a member's own stretches, over all schedules of their page. Errors: `not_found`. */
export async function memberCalendar(ctx: Context, input: { memberId: string }): Promise<OnCallCalendar> {
  const member = await ctx.read.members.find(input.memberId);
  if (member === null) throw notFound('Calendar');
  const schedules = await load(ctx, { pageId: member.pageId });
  const own = schedules.filter((schedule) => mayHold(schedule, member.id));
  const entries = await entriesOf(ctx, own, (stretch) => stretch.memberId === member.id);
  return { name: `On call: ${nameOf(member)}`, entries };
}

function load(
  ctx: Context,
  which: { pageId: string } | { ids: readonly string[] },
): Promise<LoadedSchedule[]> {
  const { start } = calendarWindow(ctx.now);
  return ctx.read.schedules.loadSchedules(which, plusMs(start, -CALENDAR_LOOK_BACK_MS));
}

async function entriesOf(
  ctx: Context,
  schedules: readonly LoadedSchedule[],
  isShown: (stretch: CalendarStretch) => boolean,
): Promise<CalendarEntry[]> {
  const window = calendarWindow(ctx.now);
  const found = await mapInTurns(schedules, (schedule) =>
    calendarStretches(schedule, window)
      .filter(isShown)
      .map((stretch) => ({ ...stretch, schedule })),
  );
  const all = found.flat().sort((a, b) => a.start - b.start);
  const shown = nearest(all, ctx.now, MAX_CALENDAR_ENTRIES);

  const overrides = new Map(schedules.flatMap((s) => s.overrides.map((override) => [override.id, override])));
  const shiftNames = new Map(schedules.flatMap(everyShift).map((shift) => [shift.id, shift.name]));
  const replaced = [...overrides.values()].flatMap((override) => override.replacesMemberId ?? []);
  const ids = new Set([...shown.map((stretch) => stretch.memberId), ...replaced]);
  const members = await ctx.read.members.findKnown([...ids]);
  const names = new Map(members.map((member) => [member.id, nameOf(member)]));
  const memberName = (id: string) => names.get(id) ?? id;

  return shown.map(({ schedule, start, end, isCut, memberId, shiftId, overrideId }) => ({
    start,
    end,
    isCut,
    memberId,
    shiftId,
    scheduleId: schedule.id,
    scheduleName: schedule.name,
    updatedAt: schedule.updatedAt,
    memberName: memberName(memberId),
    shiftName: shiftId === null ? null : (shiftNames.get(shiftId) ?? null),
    override: overrideOf(overrideId, overrides, memberName),
  }));
}

function overrideOf(
  id: string | null,
  overrides: ReadonlyMap<string, Override>,
  memberName: (id: string) => string,
): CalendarEntry['override'] {
  if (id === null) return null;
  const replaces = overrides.get(id)?.replacesMemberId ?? null;
  return { id, standsInFor: replaces === null ? null : memberName(replaces) };
}

function nameOf({ name, email }: KnownMember): string {
  return name ?? email;
}
