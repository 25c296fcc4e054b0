import type {
  DayOfWeek,
  Override,
  RotationType,
  RotationUnit,
  ScheduleStatus,
} from '../core/schedule/types.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type {
  ConfiguredSchedule,
  ConfiguredShift,
  LoadedSchedule,
  ScheduleRepository,
} from '../services/ports/schedules.ts';
import type { Db } from './client.ts';
import type { Override as OverrideRow, Prisma } from './generated/client.ts';
import { coreShift, coreVersions } from './schedule-core.ts';
import { toVersion } from './schedule-versions.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

const WHOLE = {
  shifts: {
    orderBy: { order: 'asc' },
    include: { members: { orderBy: { order: 'asc' } }, intervals: { orderBy: { position: 'asc' } } },
  },
} as const satisfies Prisma.ScheduleInclude;
const OLDEST_FIRST = [
  { createdAt: 'asc' },
  { id: 'asc' },
] satisfies Prisma.ScheduleOrderByWithRelationInput[];

type Row = Prisma.ScheduleGetPayload<{ include: typeof WHOLE }>;
type ShiftRow = Row['shifts'][number];

type Which = { readonly pageId: string } | { readonly ids: readonly string[] };

export function scheduleRepository(db: Db): ScheduleRepository & {
  loadSchedules(
    which: Which | { readonly pageIds: readonly string[] },
    at: EpochMs,
  ): Promise<LoadedSchedule[]>;
} {
  const find = async (id: string): Promise<ConfiguredSchedule | null> => {
    const row = await db.schedule.findUnique({ where: { id }, include: WHOLE });
    return row === null ? null : toSchedule(row);
  };
  return {
    find,
    async lock(id) {
      await db.$queryRaw`SELECT 1 FROM schedule WHERE id = ${id} FOR UPDATE`;
      return find(id);
    },
    async list({ pageId, offset, limit }) {
      const where = { pageId };
      const rows = await db.schedule.findMany({
        where,
        include: WHOLE,
        orderBy: OLDEST_FIRST,
        skip: offset,
        take: limit,
      });
      return { schedules: rows.map(toSchedule), total: await db.schedule.count({ where }) };
    },
    async loadSchedules(which, from) {
      const rows = await db.schedule.findMany({
        where: whereOf(which),
        include: {
          ...WHOLE,
          overrides: { where: { end: { gt: toDate(from) } } },
          versions: {
            where: { OR: [{ effectiveUntil: null }, { effectiveUntil: { gt: toDate(from) } }] },
            orderBy: { effectiveFrom: { sort: 'asc', nulls: 'first' } },
          },
        },
        orderBy: OLDEST_FIRST,
      });
      return rows.map((row) => ({
        id: row.id,
        pageId: row.pageId,
        name: row.name,
        status: row.status as ScheduleStatus,
        timeZone: row.timeZone,
        shifts: row.shifts.map((shift) => coreShift(toShift(shift))),
        others: coreVersions(row.versions.map(toVersion)),
        overrides: row.overrides.map(toOverride),
        updatedAt: fromDate(row.updatedAt),
      }));
    },
    async insert(schedule) {
      await db.schedule.create({
        data: {
          id: schedule.id,
          pageId: schedule.pageId,
          createdAt: toDate(schedule.createdAt),
          ...changeable(schedule),
        },
      });
      await insertShifts(db, schedule);
    },
    async update(schedule) {
      // First the parent: its row lock makes writers of the same shifts wait for each other.
      await db.schedule.update({ where: { id: schedule.id }, data: changeable(schedule) });
      await db.shift.deleteMany({ where: { scheduleId: schedule.id } });
      await insertShifts(db, schedule);
    },
    async touch(id, at) {
      await db.schedule.updateMany({ where: { id }, data: { updatedAt: toDate(at), handoffLookAt: null } });
    },
    async remove(id) {
      await db.schedule.deleteMany({ where: { id } });
    },
    async listOverrides(scheduleId, { offset, limit }) {
      const where = { scheduleId, cancelledAt: null };
      const rows = await db.override.findMany({
        where,
        orderBy: [{ start: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
        skip: offset,
        take: limit,
      });
      return { overrides: rows.map(toOverride), total: await db.override.count({ where }) };
    },
    async insertOverride(scheduleId, override) {
      await db.override.create({
        data: {
          ...override,
          scheduleId,
          start: toDate(override.start),
          end: toDate(override.end),
          createdAt: toDate(override.createdAt),
        },
      });
    },
    async removeOverride(scheduleId, overrideId, at) {
      const which = { id: overrideId, scheduleId, cancelledAt: null };
      // What never had an effect, or was only written down afterwards, leaves nothing behind.
      const { count } = await db.override.deleteMany({
        where: {
          ...which,
          OR: [{ start: { gte: toDate(at) } }, { end: { lte: db.override.fields.createdAt } }],
        },
      });
      if (count === 1) return true;
      const cancelled = await db.override.updateMany({ where: which, data: { cancelledAt: toDate(at) } });
      return cancelled.count === 1;
    },
  };
}

function whereOf(which: Which | { readonly pageIds: readonly string[] }): Prisma.ScheduleWhereInput {
  if ('ids' in which) return { id: { in: [...which.ids] } };
  return { pageId: 'pageId' in which ? which.pageId : { in: [...which.pageIds] } };
}

async function insertShifts(db: Db, schedule: ConfiguredSchedule): Promise<void> {
  const { shifts } = schedule;
  await db.shift.createMany({ data: shifts.map((shift) => shiftRow(schedule.id, shift)) });
  await db.shiftMember.createMany({
    data: shifts.flatMap((shift) => shift.members.map((member) => ({ ...member, shiftId: shift.id }))),
  });
  await db.shiftInterval.createMany({
    data: shifts.flatMap((shift) =>
      shift.intervals.map((interval, position) => ({ ...interval, shiftId: shift.id, position })),
    ),
  });
}

function shiftRow(scheduleId: string, shift: ConfiguredShift): Prisma.ShiftCreateManyInput {
  return {
    id: shift.id,
    scheduleId,
    order: shift.order,
    name: shift.name,
    rotationType: shift.rotationType,
    customValue: shift.customValue,
    customUnit: shift.customUnit,
    startDate: toDate(shift.startDate),
    endDate: toDateOrNull(shift.endDate),
    restrictionType: shift.restrictionType,
    timeOfDayStart: shift.timeOfDayStart,
    timeOfDayEnd: shift.timeOfDayEnd,
    turnOffset: shift.turnOffset,
    keeperId: shift.kept?.memberId ?? null,
    keptUntil: toDateOrNull(shift.kept?.until ?? null),
  };
}

function changeable(schedule: ConfiguredSchedule): {
  name: string;
  description: string;
  status: ScheduleStatus;
  timeZone: string;
  effectiveFrom: Date | null;
  updatedAt: Date;
  handoffLookAt: null;
} {
  return {
    name: schedule.name,
    description: schedule.description,
    status: schedule.status,
    timeZone: schedule.timeZone,
    effectiveFrom: toDateOrNull(schedule.effectiveFrom),
    updatedAt: toDate(schedule.updatedAt),
    // Somebody else may be on call now.
    handoffLookAt: null,
  };
}

function toSchedule(row: Row): ConfiguredSchedule {
  return {
    id: row.id,
    pageId: row.pageId,
    name: row.name,
    description: row.description,
    status: row.status as ScheduleStatus,
    timeZone: row.timeZone,
    effectiveFrom: fromDateOrNull(row.effectiveFrom),
    shifts: row.shifts.map(toShift),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}

// Types, units and days are text in the database; only validated ones are ever written.
function toShift(row: ShiftRow): ConfiguredShift {
  return {
    id: row.id,
    name: row.name,
    order: row.order,
    members: row.members.map(({ id, order, color, memberId }) => ({ id, order, color, memberId })),
    rotationType: row.rotationType as RotationType,
    customValue: row.customValue,
    customUnit: row.customUnit as RotationUnit | null,
    startDate: fromDate(row.startDate),
    endDate: fromDateOrNull(row.endDate),
    restrictionType: row.restrictionType as ConfiguredShift['restrictionType'],
    timeOfDayStart: row.timeOfDayStart,
    timeOfDayEnd: row.timeOfDayEnd,
    intervals: row.intervals.map(({ id, startDay, startTime, endDay, endTime }) => ({
      id,
      startDay: startDay as DayOfWeek,
      startTime,
      endDay: endDay as DayOfWeek,
      endTime,
    })),
    turnOffset: row.turnOffset,
    kept:
      row.keeperId === null || row.keptUntil === null
        ? null
        : { memberId: row.keeperId, until: fromDate(row.keptUntil) },
  };
}

function toOverride(row: OverrideRow): Override {
  return {
    id: row.id,
    memberId: row.memberId ?? row.formerMemberId ?? '',
    replacesMemberId: row.replacesMemberId ?? row.formerReplacesMemberId,
    start: fromDate(row.start),
    end: fromDate(row.cancelledAt !== null && row.cancelledAt < row.end ? row.cancelledAt : row.end),
    createdAt: fromDate(row.createdAt),
  };
}
