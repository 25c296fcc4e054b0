import { z } from 'zod';
import type { EpochMs } from '../../core/time/instant.ts';
import { parseTimeOfDay, timeOfDayToIso, type TimeOfDay } from '../../core/time/time-of-day.ts';
import type { ConfiguredShift } from '../../services/ports/schedules.ts';
import type { NewSchedule } from '../../services/schedule/create.ts';
import type { ScheduleView } from '../../services/schedule/schedule-view.ts';
import type { ShiftInput } from '../../services/schedule/shift-input.ts';
import type { ScheduleEdit } from '../../services/schedule/update.ts';
import type { Changes } from '../../services/with-changes.ts';
import { Id, InstantIn, InstantOut, isoOf, isoOrNull, Name, Text } from './common.ts';
import { ElementId, MAX_ELEMENTS } from './elements.ts';

export const DAYS = ['SATURDAY', 'SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const;
const STATUSES = ['ACTIVE', 'PAUSED'] as const;
const ROTATIONS = ['DAILY', 'WEEKLY', 'CUSTOM'] as const;
const UNITS = ['HOURS', 'DAYS', 'WEEKS'] as const;
const RESTRICTIONS = ['NONE', 'TIMEOFDAY', 'TIMEINTERVALS'] as const;
const MAX_SHIFTS = 100;

const TimeOfDayIn = z
  .string()
  .transform((text, context): TimeOfDay => {
    const time = parseTimeOfDay(text);
    if (time !== undefined) return time;
    context.addIssue({
      code: 'custom',
      message: 'must be a date-time whose time part is meant, such as 1970-01-01T21:00:00.000Z',
    });
    return z.NEVER;
  })
  .meta({ format: 'date-time', description: 'The time part as written, on the wall clock of timeZone' });

const MemberIn = z
  .object({
    id: ElementId,
    workspaceMemberId: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: 'A member, by id or e-mail' }),
    workspaceMember: z
      .object({ id: Id })
      .optional()
      .meta({ description: 'The form in which answers name a member' }),
    color: z.string().max(255).nullish(),
  })
  .transform(({ id, workspaceMemberId, workspaceMember, color }, context) => {
    const member = workspaceMemberId ?? workspaceMember?.id;
    if (member === undefined) {
      context.addIssue({ code: 'custom', path: ['workspaceMemberId'], message: 'is required' });
      return z.NEVER;
    }
    return { id, member, color: color || null };
  });

const IntervalIn = z.object({
  id: ElementId,
  startDay: z.enum(DAYS),
  startDayTime: TimeOfDayIn,
  endDay: z.enum(DAYS),
  endDayTime: TimeOfDayIn,
});

const ShiftIn = z.object({
  id: ElementId,
  name: Name.nullish(),
  members: z.array(MemberIn).min(1).max(MAX_ELEMENTS),
  rotationType: z.enum(ROTATIONS),
  customRotationTypeValue: z.number().int().min(1).max(1_000).nullish(),
  customRotationTypeUnit: z.enum(UNITS).nullish(),
  startDate: InstantIn,
  endDate: InstantIn.nullish(),
  restrictionType: z.enum(RESTRICTIONS).default('NONE'),
  timeOfDayRestrictionStartTime: TimeOfDayIn.nullish(),
  timeOfDayRestrictionEndTime: TimeOfDayIn.nullish(),
  timeIntervals: z.array(IntervalIn).max(MAX_ELEMENTS).nullish(),
});

const settings = {
  name: Name,
  description: Text,
  status: z.enum(STATUSES),
  timeZone: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'An IANA name; all calendar arithmetic is in it' }),
  onCallShifts: z.array(ShiftIn).min(1).max(MAX_SHIFTS),
};

export const ScheduleCreate = z.object({
  pageId: Id.optional().meta({ description: 'Default: the only page' }),
  ...settings,
  description: settings.description.default(''),
  status: settings.status.default('ACTIVE'),
  timeZone: settings.timeZone.default('UTC'),
});

export const ScheduleChange = z
  .object({
    pageId: Id,
    siteId: Id,
    ...settings,
    effectiveFrom: InstantIn.nullable().meta({
      description:
        'From when on the change holds (name and description: at once); absent or null: from now on',
    }),
    handover: z.enum(['TURN_END', 'NOW']).meta({
      description:
        'Whether somebody whom the change takes out of a shift keeps a turn that runs to its end (the default), or the next in line takes it over at once',
    }),
  })
  .partial();

export const UserOut = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string(),
  avatar: z.string().nullable(),
});

export const ShiftOut = z.object({
  id: Id,
  name: z.string(),
  order: z.number().int(),
  members: z.array(
    z.object({
      id: Id,
      order: z.number().int(),
      color: z.string(),
      workspaceMember: z.object({ id: Id, user: UserOut }),
    }),
  ),
  rotationType: z.enum(ROTATIONS),
  customRotationTypeValue: z.number().int().nullable(),
  customRotationTypeUnit: z.enum(UNITS).nullable(),
  startDate: InstantOut,
  endDate: InstantOut.nullable(),
  restrictionType: z.enum(RESTRICTIONS),
  timeOfDayRestrictionStartTime: InstantOut.nullable(),
  timeOfDayRestrictionEndTime: InstantOut.nullable(),
  timeIntervals: z.array(
    z.object({
      id: Id,
      startDay: z.enum(DAYS),
      startDayTime: InstantOut,
      endDay: z.enum(DAYS),
      endDayTime: InstantOut,
    }),
  ),
  turnOffset: z.number().int().min(0).meta({
    description: 'Added to the number of a turn before members are counted: where edits left the rotation',
  }),
  keptTurn: z
    .object({ workspaceMember: z.object({ id: Id, user: UserOut }), until: InstantOut })
    .nullable()
    .meta({ description: 'Who keeps the turn that ran at an edit, though no longer a member' }),
});

export const ScheduleOut = z
  .object({
    id: Id,
    pageId: Id,
    siteId: Id,
    name: z.string(),
    description: z.string(),
    status: z.enum(STATUSES),
    timeZone: z.string(),
    onCallShifts: z.array(ShiftOut),
    inForceSince: InstantOut.nullable().meta({ description: 'null: since ever' }),
    effectiveFrom: InstantOut.nullable().meta({
      description: 'In the answer to a change that is planned: from when on it is so',
    }),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ id: 'OnCallSchedule' });

export function newScheduleOf(body: z.output<typeof ScheduleCreate>): NewSchedule {
  const { pageId, onCallShifts, ...rest } = body;
  return { ...rest, pageId: pageId ?? null, shifts: onCallShifts.map(shiftOf) };
}

function scheduleChangesOf(body: z.output<typeof ScheduleChange>): Changes<Omit<NewSchedule, 'pageId'>> {
  const { name, description, status, timeZone, onCallShifts } = body;
  return { name, description, status, timeZone, shifts: onCallShifts?.map(shiftOf) };
}

export function scheduleEditOf(scheduleId: string, body: z.output<typeof ScheduleChange>): ScheduleEdit {
  return {
    scheduleId,
    changes: scheduleChangesOf(body),
    effectiveFrom: body.effectiveFrom ?? null,
    handover: body.handover ?? 'TURN_END',
  };
}

function shiftOf(shift: z.output<typeof ShiftIn>): ShiftInput {
  const { timeOfDayRestrictionStartTime: start, timeOfDayRestrictionEndTime: end } = shift;
  const isRestricted = shift.restrictionType === 'TIMEOFDAY';
  // Where the times mean nothing, a lone one is not worth keeping.
  const keepsTimes = isRestricted || (start != null && end != null);
  return {
    id: shift.id,
    name: shift.name ?? null,
    members: shift.members,
    rotationType: shift.rotationType,
    customValue: shift.customRotationTypeValue ?? null,
    customUnit: shift.customRotationTypeUnit ?? null,
    startDate: shift.startDate,
    endDate: shift.endDate ?? null,
    restrictionType: shift.restrictionType,
    timeOfDayStart: keepsTimes ? (start ?? null) : null,
    timeOfDayEnd: keepsTimes ? (end ?? null) : null,
    intervals: (shift.timeIntervals ?? []).map(({ id, startDay, startDayTime, endDay, endDayTime }) => ({
      id,
      startDay,
      startTime: startDayTime,
      endDay,
      endTime: endDayTime,
    })),
  };
}

export function scheduleOut(
  { schedule, members }: ScheduleView,
  effectiveFrom: EpochMs | null = null,
): z.input<typeof ScheduleOut> {
  return {
    id: schedule.id,
    pageId: schedule.pageId,
    siteId: schedule.pageId,
    name: schedule.name,
    description: schedule.description,
    status: schedule.status,
    timeZone: schedule.timeZone,
    onCallShifts: schedule.shifts.map((shift) => shiftOut(shift, members)),
    inForceSince: isoOrNull(schedule.effectiveFrom),
    effectiveFrom: isoOrNull(effectiveFrom),
    createdAt: isoOf(schedule.createdAt),
    updatedAt: isoOf(schedule.updatedAt),
  };
}

export function shiftOut(shift: ConfiguredShift, members: ScheduleView['members']): z.input<typeof ShiftOut> {
  return {
    id: shift.id,
    name: shift.name,
    order: shift.order,
    members: shift.members.map(({ id, order, color, memberId }) => ({
      id,
      order,
      color,
      workspaceMember: workspaceMemberOut(memberId, members),
    })),
    rotationType: shift.rotationType,
    customRotationTypeValue: shift.customValue,
    customRotationTypeUnit: shift.customUnit,
    startDate: isoOf(shift.startDate),
    endDate: isoOrNull(shift.endDate),
    restrictionType: shift.restrictionType,
    timeOfDayRestrictionStartTime: timeOrNull(shift.timeOfDayStart),
    timeOfDayRestrictionEndTime: timeOrNull(shift.timeOfDayEnd),
    timeIntervals: shift.intervals.map(({ id, startDay, startTime, endDay, endTime }) => ({
      id,
      startDay,
      startDayTime: timeOfDayToIso(startTime),
      endDay,
      endDayTime: timeOfDayToIso(endTime),
    })),
    turnOffset: shift.turnOffset,
    keptTurn: shift.kept && {
      workspaceMember: workspaceMemberOut(shift.kept.memberId, members),
      until: isoOf(shift.kept.until),
    },
  };
}

function workspaceMemberOut(id: string, members: ScheduleView['members']) {
  const member = members.get(id);
  const user = { id, name: member?.name ?? null, email: member?.email ?? '', avatar: member?.avatar ?? null };
  return { id, user };
}

function timeOrNull(time: TimeOfDay | null): string | null {
  return time === null ? null : timeOfDayToIso(time);
}
