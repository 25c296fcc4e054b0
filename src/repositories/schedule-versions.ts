import type { ScheduleVersion, ScheduleVersionRepository } from '../services/ports/schedule-versions.ts';
import type { ScheduleDefinition } from '../services/ports/schedules.ts';
import type { Db } from './client.ts';
import type { Prisma, ScheduleVersion as Row } from './generated/client.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

const TO_COME = { effectiveUntil: null } as const;

export function scheduleVersionRepository(db: Db): ScheduleVersionRepository {
  return {
    async list(scheduleId, { offset, limit }) {
      const where = { scheduleId };
      const rows = await db.scheduleVersion.findMany({
        where,
        orderBy: { effectiveFrom: { sort: 'desc', nulls: 'last' } },
        skip: offset,
        take: limit,
      });
      return { versions: rows.map(toVersion), total: await db.scheduleVersion.count({ where }) };
    },
    async find(scheduleId, id) {
      const row = await db.scheduleVersion.findFirst({ where: { id, scheduleId } });
      return row === null ? null : toVersion(row);
    },
    async toCome(scheduleId) {
      const rows = await db.scheduleVersion.findMany({
        where: { scheduleId, ...TO_COME },
        orderBy: { effectiveFrom: 'asc' },
      });
      return rows.map(toVersion);
    },
    async insert(scheduleId, { id, effectiveFrom, effectiveUntil, createdAt, actor, ...definition }) {
      const from = toDateOrNull(effectiveFrom);
      if (from !== null) await db.scheduleVersion.deleteMany({ where: { scheduleId, effectiveFrom: from } });
      await db.scheduleVersion.create({
        data: {
          id,
          scheduleId,
          effectiveFrom: from,
          effectiveUntil: toDateOrNull(effectiveUntil),
          // Numbers, texts and nulls only.
          definition: definition as unknown as Prisma.InputJsonValue,
          createdAt: toDate(createdAt),
          actor,
        },
      });
    },
    async remove(id) {
      await db.scheduleVersion.deleteMany({ where: { id } });
    },
    async schedulesDue(now, limit) {
      const rows = await db.scheduleVersion.findMany({
        where: { ...TO_COME, effectiveFrom: { lte: toDate(now) } },
        orderBy: { effectiveFrom: 'asc' },
        select: { scheduleId: true },
        take: limit,
      });
      return [...new Set(rows.map((row) => row.scheduleId))];
    },
  };
}

// Only definitions that were valid when they were written are ever stored.
export function toVersion(row: Row): ScheduleVersion {
  const { status, timeZone, shifts } = row.definition as unknown as ScheduleDefinition;
  return {
    id: row.id,
    status,
    timeZone,
    shifts,
    effectiveFrom: fromDateOrNull(row.effectiveFrom),
    effectiveUntil: fromDateOrNull(row.effectiveUntil),
    createdAt: fromDate(row.createdAt),
    actor: row.actor,
  };
}
