import type { AlertType } from '../core/monitor/alert-recipient.ts';
import type { MonitorAlert, MonitorAlertRepository } from '../services/ports/monitor-alerts.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';

const WHOLE = {
  monitors: { orderBy: { monitorId: 'asc' } },
} as const satisfies Prisma.MonitorAlertInclude;

type Row = Prisma.MonitorAlertGetPayload<{ include: typeof WHOLE }>;

export function monitorAlertRepository(db: Db): MonitorAlertRepository {
  const find = async (id: string): Promise<MonitorAlert | null> => {
    const row = await db.monitorAlert.findUnique({ where: { id }, include: WHOLE });
    return row === null ? null : toAlert(row);
  };
  return {
    find,

    async lock(id) {
      // Leaves the key free: a monitor's change of status, which writes messages of the alert, never waits for this.
      await db.$queryRaw`select 1 from monitor_alert where id = ${id} for no key update`;
      return find(id);
    },

    async list({ pageId, offset, limit }) {
      const rows = await db.monitorAlert.findMany({
        where: { pageId },
        include: WHOLE,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        skip: offset,
        take: limit,
      });
      return { alerts: rows.map(toAlert), total: await db.monitorAlert.count({ where: { pageId } }) };
    },

    async insert(alert) {
      const { id, pageId, createdAt } = alert;
      await db.monitorAlert.create({
        data: { id, pageId, createdAt: toDate(createdAt), ...configured(alert) },
      });
      await insertLinks(db, id, alert.monitors);
    },

    async update(alert) {
      await db.monitorAlert.update({ where: { id: alert.id }, data: configured(alert) });
    },

    async link(alertId, monitors) {
      await db.monitorAlertLink.deleteMany({ where: { alertId, monitorId: { notIn: [...monitors] } } });
      await insertLinks(db, alertId, monitors);
    },

    async remove(id) {
      await db.monitorAlert.deleteMany({ where: { id } });
    },

    async lockMonitors(pageId, ids) {
      if (ids.length === 0) return [];
      const rows = await db.$queryRaw<{ id: string }[]>`
        select id from monitor where page_id = ${pageId} and id = any(${[...ids]}::text[])
        order by id for no key update`;
      return rows.map((row) => row.id);
    },
  };
}

async function insertLinks(db: Db, alertId: string, monitors: readonly string[]): Promise<void> {
  await db.monitorAlertLink.createMany({
    data: monitors.map((monitorId) => ({ monitorId, alertId })),
    skipDuplicates: true,
  });
}

function configured(alert: MonitorAlert) {
  const { id: _id, pageId: _page, createdAt: _created, monitors: _monitors, ...rest } = alert;
  return { ...rest, updatedAt: toDate(alert.updatedAt) } satisfies Prisma.MonitorAlertUncheckedUpdateInput;
}

function toAlert(row: Row): MonitorAlert {
  return {
    ...row,
    type: row.type as AlertType,
    monitors: row.monitors.map(({ monitorId }) => monitorId),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
