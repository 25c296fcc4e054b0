import type { AssertionType } from '../core/monitor/assertion.ts';
import type { MonitorStatus } from '../core/monitor/status.ts';
import type { Comparison } from '../core/routing/comparison.ts';
import type {
  BasicAuth,
  HttpMethod,
  Location,
  Monitor,
  MonitorType,
  OnFail,
  OnRecover,
} from '../services/ports/monitor-config.ts';
import type { MonitorFilter, MonitorRepository } from '../services/ports/monitors.ts';
import type { Db } from './client.ts';
import { Prisma, type MonitorAssertion } from './generated/client.ts';
import { monitorChecks } from './monitor-checks.ts';
import { monitorLogs } from './monitor-logs.ts';
import { fromDate, fromDateOrNull, toDate } from './time.ts';

const WHOLE = {
  assertions: { orderBy: { position: 'asc' } },
  alerts: { orderBy: { alertId: 'asc' } },
} as const satisfies Prisma.MonitorInclude;

export type MonitorRow = Omit<
  Prisma.MonitorGetPayload<{
    include: typeof WHOLE;
  }>,
  'assertions' | 'alerts'
> & {
  readonly assertions: readonly Pick<
    MonitorAssertion,
    'id' | 'type' | 'comparison' | 'selector' | 'target'
  >[];
  readonly alerts: readonly { readonly alertId: string }[];
};

export function monitorRepository(
  db: Db,
): MonitorRepository & { findMany(ids: readonly string[]): Promise<Monitor[]> } {
  const find = async (id: string): Promise<Monitor | null> => {
    const row = await db.monitor.findUnique({ where: { id }, include: WHOLE });
    return row === null ? null : toMonitor(row);
  };
  const findMany = async (ids: readonly string[]): Promise<Monitor[]> => {
    const rows = await db.monitor.findMany({ where: { id: { in: [...ids] } }, include: WHOLE });
    return rows.map(toMonitor);
  };
  return {
    ...monitorChecks(db, findMany),
    ...monitorLogs(db),
    find,
    findMany,
    async lock(id) {
      await db.$queryRaw`SELECT 1 FROM monitor WHERE id = ${id} FOR UPDATE`;
      return find(id);
    },
    async list(filter) {
      const where = whereOf(filter);
      const rows = await db.monitor.findMany({
        where,
        include: WHOLE,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        skip: filter.offset,
        take: filter.limit,
      });
      return { monitors: rows.map(toMonitor), total: await db.monitor.count({ where }) };
    },
    async insert(monitor) {
      const { id, pageId, createdAt, groupId, status } = monitor;
      await db.monitor.create({
        data: { id, pageId, groupId, status, createdAt: toDate(createdAt), ...configured(monitor) },
      });
      await insertParts(db, monitor);
    },
    async update(monitor) {
      // First the parent: its row lock makes writers of the same parts wait for each other.
      await db.monitor.update({ where: { id: monitor.id }, data: configured(monitor) });
      await db.monitorAssertion.deleteMany({ where: { monitorId: monitor.id } });
      await db.monitorAlertLink.deleteMany({ where: { monitorId: monitor.id } });
      await insertParts(db, monitor);
    },
    async remove(id) {
      await db.monitor.deleteMany({ where: { id } });
    },
    async placeChecks(monitorId, checks, paused) {
      const locations = checks.map((check) => check.location);
      await db.monitorLocation.deleteMany({ where: { monitorId, location: { notIn: locations } } });
      const dueTimes = checks.map((check) => toDate(check.nextCheckAt));
      await db.$executeRaw`
        INSERT INTO monitor_location (monitor_id, location, next_check_at, paused)
        SELECT ${monitorId}, location, next_check_at, ${paused}
        FROM unnest(${locations}::text[], ${dueTimes}::timestamptz[]) AS placed (location, next_check_at)
        ON CONFLICT (monitor_id, location)
        DO UPDATE SET next_check_at = excluded.next_check_at, paused = excluded.paused`;
    },
    async existingAlerts(pageId, ids) {
      const rows = await db.monitorAlert.findMany({
        where: { pageId, id: { in: [...ids] } },
        select: { id: true },
      });
      return rows.map((row) => row.id);
    },
  };
}

function whereOf({ pageId, search, status }: MonitorFilter): Prisma.MonitorWhereInput {
  const contains = search === undefined ? undefined : likeLiteral(search);
  return {
    pageId,
    ...(status === undefined ? {} : { status }),
    ...(contains === undefined
      ? {}
      : {
          OR: [{ name: { contains, mode: 'insensitive' } }, { url: { contains, mode: 'insensitive' } }],
        }),
  };
}

/** Prisma hands the text to LIKE as it is: what would be a wildcard there is made to stand for itself. */
function likeLiteral(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

async function insertParts(db: Db, monitor: Monitor): Promise<void> {
  const monitorId = monitor.id;
  await db.monitorAssertion.createMany({
    data: monitor.assertions.map(({ id, type, comparison, selector, value }, position) => ({
      id,
      monitorId,
      position,
      type,
      comparison,
      selector,
      target: value,
    })),
  });
  if (monitor.alerts.length === 0) return;
  // An alert that is deleted in this moment is waited for and passed over.
  await db.$executeRaw`
    insert into monitor_alert_link (monitor_id, alert_id)
    select ${monitorId}, id from monitor_alert where id = any(${[...monitor.alerts]}::text[])
    order by id for key share`;
}

function configured(monitor: Monitor) {
  return {
    type: monitor.type,
    name: monitor.name,
    url: monitor.url,
    httpMethod: monitor.httpMethod,
    body: monitor.body,
    headers: monitor.headers,
    queryParams: monitor.queryParams,
    basicAuth: monitor.basicAuth ?? Prisma.DbNull,
    locations: [...monitor.locations],
    checksIntervalS: monitor.checksIntervalS,
    failureConfirmations: monitor.failureConfirmations,
    graceSeconds: monitor.graceSeconds,
    heartbeatToken: monitor.heartbeatToken,
    createComponent: monitor.createComponent,
    componentId: monitor.componentId,
    createMetric: monitor.createMetric,
    onFail: monitor.onFail,
    onRecover: monitor.onRecover,
    paused: monitor.paused,
    updatedAt: toDate(monitor.updatedAt),
  } satisfies Prisma.MonitorUncheckedUpdateInput;
}

// Enumerations are text and small objects are JSON in the database; only validated ones are ever written.
export function toMonitor(row: MonitorRow): Monitor {
  return {
    id: row.id,
    pageId: row.pageId,
    type: row.type as MonitorType,
    name: row.name,
    url: row.url,
    httpMethod: row.httpMethod as HttpMethod,
    body: row.body,
    headers: row.headers as Record<string, string>,
    queryParams: row.queryParams as Record<string, string>,
    basicAuth: row.basicAuth as BasicAuth | null,
    assertions: row.assertions.map(({ id, type, comparison, selector, target }) => ({
      id,
      type: type as AssertionType,
      comparison: comparison as Comparison,
      selector,
      value: target,
    })),
    alerts: row.alerts.map((link) => link.alertId),
    locations: row.locations as Location[],
    checksIntervalS: row.checksIntervalS,
    failureConfirmations: row.failureConfirmations,
    graceSeconds: row.graceSeconds,
    heartbeatToken: row.heartbeatToken,
    createComponent: row.createComponent,
    componentId: row.componentId,
    createMetric: row.createMetric,
    onFail: row.onFail as OnFail,
    onRecover: row.onRecover as OnRecover,
    groupId: row.groupId,
    paused: row.paused,
    status: row.status as MonitorStatus,
    statusChangedAt: fromDateOrNull(row.statusChangedAt),
    lastCheckedAt: fromDateOrNull(row.lastCheckedAt),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
