import type { Datapoint, Metric } from '../core/metric/metric.ts';
import type { MetricRepository } from '../services/ports/metrics.ts';
import type { Db } from './client.ts';
import type { MetricModel } from './generated/models.ts';
import { fromDate, toDate, toDateOrNull } from './time.ts';

type PointRow = { metric_id: string; id: string; at: Date; value: number };

export function metricRepository(db: Db): MetricRepository {
  const find = async (id: string): Promise<Metric | null> => {
    const row = await db.metric.findUnique({ where: { id } });
    return row === null ? null : toMetric(row);
  };
  return {
    find,

    async lock(id) {
      await db.$queryRaw`SELECT 1 FROM metric WHERE id = ${id} FOR UPDATE`;
      return find(id);
    },

    async ofMonitor(monitorId) {
      const row = await db.metric.findUnique({ where: { monitorId } });
      return row === null ? null : toMetric(row);
    },

    async list(pageId, { offset, limit }) {
      const rows = await db.metric.findMany({
        where: { pageId },
        orderBy: [{ order: 'asc' }, { id: 'asc' }],
        skip: offset,
        take: limit,
      });
      return rows.map(toMetric);
    },

    async lastOrder(pageId) {
      const last = await db.metric.aggregate({ where: { pageId }, _max: { order: true } });
      return last._max.order ?? -1;
    },

    async insert(metric) {
      const { createdAt, updatedAt } = metric;
      await db.metric.create({
        data: { ...metric, createdAt: toDate(createdAt), updatedAt: toDate(updatedAt) },
      });
    },

    async update({ id, name, suffix, active, order, updatedAt }) {
      await db.metric.update({
        where: { id },
        data: { name, suffix, active, order, updatedAt: toDate(updatedAt) },
      });
    },

    async remove(id) {
      await db.metric.deleteMany({ where: { id } });
    },

    ...metricData(db),
  };
}

type MetricData = Pick<
  MetricRepository,
  'dataOf' | 'addData' | 'addMonitorData' | 'removeData' | 'deleteDataBefore'
>;

function metricData(db: Db): MetricData {
  return {
    async dataOf(metricIds, { from, to, limit }) {
      const data = new Map<string, Datapoint[]>(metricIds.map((id) => [id, []]));
      if (metricIds.length === 0) return data;
      // Backwards along the index of each metric, so that no more is read than is answered.
      const rows = await db.$queryRaw<PointRow[]>`
        SELECT asked.id AS metric_id, point.id, point.at, point.value
        FROM unnest(${[...metricIds]}::text[]) AS asked (id)
        CROSS JOIN LATERAL (
          SELECT id, at, value
          FROM metric_point
          WHERE metric_id = asked.id
            AND at >= coalesce(${toDateOrNull(from)}::timestamptz, '-infinity')
            AND at <= coalesce(${toDateOrNull(to)}::timestamptz, 'infinity')
          ORDER BY at DESC, id DESC
          LIMIT ${limit}
        ) AS point
        ORDER BY point.at, point.id`;
      for (const row of rows) {
        data.get(row.metric_id)?.push({ id: row.id, at: fromDate(row.at), value: row.value });
      }
      return data;
    },

    async addData(metricId, points) {
      // The lock keeps the metric from being deleted halfway; a deleted one takes nothing.
      const [found] = await db.$queryRaw<{ is_there: boolean }[]>`
        WITH held AS (SELECT id FROM metric WHERE id = ${metricId} FOR KEY SHARE),
        added AS (
          INSERT INTO metric_point (id, metric_id, at, value)
          SELECT point.id, held.id, point.at, point.value
          FROM held CROSS JOIN json_to_recordset(${jsonOf(points)}::json)
            AS point (id text, at timestamptz, value double precision)
        )
        SELECT EXISTS (SELECT FROM held) AS is_there`;
      return found?.is_there === true;
    },

    async addMonitorData(points) {
      if (points.length === 0) return;
      await db.$executeRaw`
        INSERT INTO metric_point (id, metric_id, at, value)
        SELECT point.id, metric.id, point.at, point.value
        FROM json_to_recordset(${jsonOf(points)}::json)
          AS point (id text, "monitorId" text, at timestamptz, value double precision)
        JOIN monitor ON monitor.id = point."monitorId" AND monitor.create_metric
        JOIN metric ON metric.monitor_id = monitor.id
        FOR KEY SHARE OF metric
        ON CONFLICT (id) DO NOTHING`;
    },

    async removeData(metricId, limit) {
      return db.$executeRaw`
        DELETE FROM metric_point
        WHERE id IN (SELECT id FROM metric_point WHERE metric_id = ${metricId} LIMIT ${limit})`;
    },

    async deleteDataBefore(instant, limit) {
      // Each metric's own end of the index: there is none over the instants of all.
      return db.$executeRaw`
        DELETE FROM metric_point
        WHERE id IN (
          SELECT old.id
          FROM metric
          CROSS JOIN LATERAL (
            SELECT id FROM metric_point
            WHERE metric_id = metric.id AND at < ${toDate(instant)}::timestamptz
            ORDER BY at, id
            LIMIT ${limit}
          ) AS old
          LIMIT ${limit}
        )`;
    },
  };
}

function jsonOf(points: readonly Datapoint[]): string {
  return JSON.stringify(points.map((point) => ({ ...point, at: toDate(point.at) })));
}

function toMetric(row: MetricModel): Metric {
  return { ...row, createdAt: fromDate(row.createdAt), updatedAt: fromDate(row.updatedAt) };
}
