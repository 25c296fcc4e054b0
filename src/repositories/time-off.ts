import type { TimeOff, TimeOffRepository } from '../services/ports/time-off.ts';
import type { Db } from './client.ts';
import type { TimeOffModel } from './generated/models.ts';
import { fromDate, toDate } from './time.ts';

export function timeOffRepository(db: Db): TimeOffRepository {
  return {
    async lockOf(memberId) {
      // Others may still refer to the member meanwhile.
      const rows = await db.$queryRaw<unknown[]>`
        select 1 from member where id = ${memberId} for no key update`;
      return rows.length > 0;
    },

    async find(id) {
      const row = await db.timeOff.findUnique({ where: { id } });
      return row === null ? null : toTimeOff(row);
    },

    async findOverlapping(memberId, { start, end }) {
      const row = await db.timeOff.findFirst({
        where: { memberId, start: { lt: toDate(end) }, end: { gt: toDate(start) } },
        orderBy: { start: 'asc' },
      });
      return row === null ? null : toTimeOff(row);
    },

    async list(memberId, { offset, limit }) {
      const where = { memberId };
      const [rows, total] = await Promise.all([
        db.timeOff.findMany({
          where,
          orderBy: [{ start: 'asc' }, { id: 'asc' }],
          skip: offset,
          take: limit,
        }),
        db.timeOff.count({ where }),
      ]);
      return { timeOff: rows.map(toTimeOff), total };
    },

    async pagesWithAny(now) {
      const rows = await db.member.findMany({
        where: { timeOff: { some: { end: { gt: toDate(now) } } } },
        distinct: ['pageId'],
        select: { pageId: true },
        orderBy: { pageId: 'asc' },
      });
      return rows.map(({ pageId }) => pageId);
    },

    async notOver(pageId, now) {
      const rows = await db.timeOff.findMany({
        where: { end: { gt: toDate(now) }, member: { pageId } },
        orderBy: [{ start: 'asc' }, { id: 'asc' }],
      });
      return rows.map(toTimeOff);
    },

    async insert(timeOff) {
      const { start, end, createdAt, ...rest } = timeOff;
      await db.timeOff.create({
        data: { ...rest, start: toDate(start), end: toDate(end), createdAt: toDate(createdAt) },
      });
    },

    async remove(id) {
      await db.timeOff.deleteMany({ where: { id } });
    },
  };
}

function toTimeOff({ id, memberId, start, end, note, createdAt }: TimeOffModel): TimeOff {
  return { id, memberId, note, start: fromDate(start), end: fromDate(end), createdAt: fromDate(createdAt) };
}
