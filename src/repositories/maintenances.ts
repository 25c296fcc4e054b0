import type { Impact } from '../core/incident/types.ts';
import type { Maintenance, MaintenanceStatus } from '../core/maintenance/maintenance.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { Translations } from '../core/translations.ts';
import type { MaintenanceRepository, MaintenanceUpdate } from '../services/ports/maintenances.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { suppressions } from './suppressions.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

const WHOLE = {
  components: { orderBy: { componentId: 'asc' } },
} as const satisfies Prisma.MaintenanceInclude;
type Row = Prisma.MaintenanceGetPayload<{ include: typeof WHOLE }>;

export function maintenanceRepository(db: Db): MaintenanceRepository {
  const find = async (id: string): Promise<Maintenance | null> => {
    const row = await db.maintenance.findUnique({ where: { id }, include: WHOLE });
    return row === null ? null : toMaintenance(row);
  };
  return {
    ...suppressions(db),
    ...updates(db),
    find,

    async lock(id) {
      await db.$queryRaw`select 1 from maintenance where id = ${id} for update`;
      return find(id);
    },

    async list(pageId, { offset, limit }) {
      const rows = await db.maintenance.findMany({
        where: { pageId },
        include: WHOLE,
        orderBy: [{ start: 'desc' }, { id: 'desc' }],
        skip: offset,
        take: limit,
      });
      return rows.map(toMaintenance);
    },

    async listActive(pageId, limit) {
      const rows = await db.maintenance.findMany({
        where: { pageId, status: { not: 'COMPLETED' satisfies MaintenanceStatus } },
        include: WHOLE,
        orderBy: [{ start: 'asc' }, { id: 'asc' }],
        take: limit,
      });
      return rows.map(toMaintenance);
    },

    async insert(maintenance, nextDueAt) {
      const { id, pageId, createdAt } = maintenance;
      await db.maintenance.create({
        data: { id, pageId, createdAt: toDate(createdAt), ...changeable(maintenance, nextDueAt) },
      });
    },

    async update(maintenance, nextDueAt) {
      await db.maintenance.update({
        where: { id: maintenance.id },
        data: changeable(maintenance, nextDueAt),
      });
    },

    async remove(id) {
      const { count } = await db.maintenance.deleteMany({ where: { id } });
      return count > 0;
    },

    async due(now, limit) {
      const rows = await db.maintenance.findMany({
        where: { nextDueAt: { lte: toDate(now) } },
        orderBy: [{ nextDueAt: 'asc' }, { id: 'asc' }],
        take: limit,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },
  };
}

type Updates = Pick<MaintenanceRepository, 'insertUpdate' | 'changeUpdate' | 'removeUpdate' | 'updatesOf'>;

function updates(db: Db): Updates {
  return {
    async insertUpdate(update) {
      const { started, createdAt } = update;
      await db.maintenanceUpdate.create({
        data: { ...update, started: toDate(started), createdAt: toDate(createdAt) },
      });
    },

    async changeUpdate({ id, message, status, notify, started, translations }) {
      await db.maintenanceUpdate.update({
        where: { id },
        data: { message, status, notify, started: toDate(started), translations },
      });
    },

    async removeUpdate(id) {
      await db.maintenanceUpdate.deleteMany({ where: { id } });
    },

    async updatesOf(maintenanceIds) {
      const rows = await db.maintenanceUpdate.findMany({
        where: { maintenanceId: { in: [...maintenanceIds] } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map((row): MaintenanceUpdate => ({
        ...row,
        status: row.status as MaintenanceStatus,
        translations: row.translations as Translations,
        started: fromDate(row.started),
        createdAt: fromDate(row.createdAt),
      }));
    },
  };
}

function changeable(maintenance: Maintenance, nextDueAt: EpochMs | null) {
  const { id: _id, pageId: _page, createdAt: _born, components: _components, ...rest } = maintenance;
  return {
    ...rest,
    start: toDate(rest.start),
    end: toDateOrNull(rest.end),
    earlyToldAt: toDateOrNull(rest.earlyToldAt),
    startedAt: toDateOrNull(rest.startedAt),
    endedAt: toDateOrNull(rest.endedAt),
    updatedAt: toDate(rest.updatedAt),
    nextDueAt: toDateOrNull(nextDueAt),
  };
}

// The casts hold because only maintenances are ever written.
function toMaintenance({ nextDueAt: _nextDueAt, components, ...row }: Row): Maintenance {
  return {
    ...row,
    status: row.status as MaintenanceStatus,
    translations: row.translations as Translations,
    start: fromDate(row.start),
    end: fromDateOrNull(row.end),
    earlyToldAt: fromDateOrNull(row.earlyToldAt),
    startedAt: fromDateOrNull(row.startedAt),
    endedAt: fromDateOrNull(row.endedAt),
    components: components.map(({ componentId, status }) => ({ id: componentId, status: status as Impact })),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
