import type { AuditChange } from '../core/audit/diff.ts';
import type {
  AuditAction,
  AuditActor,
  AuditEntry,
  AuditFilter,
  AuditKind,
  AuditLogRepository,
  AuditWay,
} from '../services/ports/audit-log.ts';
import type { Db } from './client.ts';
import type { AuditEntry as Row, Prisma } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';

export function auditLogRepository(db: Db): AuditLogRepository {
  return {
    async list(pageId, { offset, limit, ...filter }) {
      const where = whereOf(pageId, filter);
      const [rows, total] = await Promise.all([
        db.auditEntry.findMany({ where, orderBy: { seq: 'desc' }, skip: offset, take: limit }),
        db.auditEntry.count({ where }),
      ]);
      return { entries: rows.map(toEntry), total };
    },

    async deleteBefore(before, limit) {
      return db.$executeRaw`
        delete from audit_entry where id in (
          select id from audit_entry where at < ${toDate(before)} order by at limit ${limit}
        )`;
    },
  };
}

function whereOf(pageId: string | null, filter: AuditFilter): Prisma.AuditEntryWhereInput {
  const { kind, objectId, actorId, action, from, to } = filter;
  const at = {
    ...(from === undefined ? {} : { gte: toDate(from) }),
    ...(to === undefined ? {} : { lt: toDate(to) }),
  };
  return {
    pageId,
    ...(kind === undefined ? {} : { objectKind: kind }),
    ...(objectId === undefined ? {} : { objectId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(action === undefined ? {} : { action }),
    ...(from === undefined && to === undefined ? {} : { at }),
  };
}

// Kinds and verbs are text in the database; only those of the port are ever written.
function toEntry({ seq: _seq, ...row }: Row): AuditEntry {
  return {
    ...row,
    at: fromDate(row.at),
    actorKind: row.actorKind as AuditActor,
    via: row.via as AuditWay,
    action: row.action as AuditAction,
    objectKind: row.objectKind as AuditKind,
    changes: row.changes as AuditChange[],
  };
}
