import type { Impact } from '../core/incident/types.ts';
import type { MonitorStatus } from '../core/monitor/status.ts';
import type { Stretch } from '../core/component/uptime.ts';
import type { ComponentOutages, Outage, OutageRepository } from '../services/ports/outages.ts';
import type { Db } from './client.ts';
import type { OutageModel } from './generated/models.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

type ShownRow = {
  id: string;
  created_at: Date;
  kind: 'outages' | 'planned' | null;
  started_at: Date | null;
  ended_at: Date | null;
};

export function outageRepository(db: Db): OutageRepository {
  return {
    async componentOf(monitorId) {
      // A tree has no cycles; the depth guards against one that a race might have left.
      const [found] = await db.$queryRaw<{ component_id: string }[]>`
        WITH RECURSIVE above AS (
          SELECT component_id, group_id AS parent_id, 0 AS depth FROM monitor WHERE id = ${monitorId}
          UNION ALL
          SELECT held.component_id, held.parent_id, above.depth + 1
          FROM above JOIN monitor_group AS held ON held.id = above.parent_id
          WHERE above.component_id IS NULL AND above.depth < 1000
        )
        SELECT component_id FROM above WHERE component_id IS NOT NULL ORDER BY depth LIMIT 1`;
      return found?.component_id ?? null;
    },

    async openOf(monitorId) {
      const row = await db.outage.findFirst({ where: { monitorId, endedAt: null } });
      return row === null ? null : toOutage(row);
    },

    async insert(outage) {
      const { startedAt, endedAt } = outage;
      await db.outage.create({
        data: { ...outage, startedAt: toDate(startedAt), endedAt: toDateOrNull(endedAt) },
      });
    },

    async endOf(monitorId, now) {
      const rows = await db.$queryRaw<{ component_id: string }[]>`
        WITH ended AS (
          UPDATE outage SET ended_at = greatest(started_at, ${toDate(now)}::timestamptz)
          WHERE monitor_id = ${monitorId} AND ended_at IS NULL
          RETURNING component_id
        )
        SELECT DISTINCT component_id FROM ended ORDER BY component_id`;
      return rows.map((row) => row.component_id);
    },

    async endAllOf(componentId, now) {
      await db.$executeRaw`
        UPDATE outage SET ended_at = greatest(started_at, ${toDate(now)}::timestamptz)
        WHERE component_id = ${componentId} AND ended_at IS NULL`;
    },

    async causesOf(componentId, without) {
      const [causes] = await db.$queryRaw<
        { beneath: string | null; has_outage: boolean; followed: string[] }[]
      >`
        SELECT
          (
            SELECT before FROM maintenance_component
            WHERE component_id = ${componentId} AND before IS NOT NULL LIMIT 1
          ) AS beneath,
          EXISTS (
            SELECT FROM outage
            WHERE component_id = ${componentId} AND ended_at IS NULL AND monitor_id IS DISTINCT FROM ${without}
          ) AS has_outage,
          ARRAY(
            SELECT status FROM monitor
            WHERE component_id = ${componentId} AND create_component AND id IS DISTINCT FROM ${without}
          ) AS followed`;
      // Statuses are text in the database; only those of monitors and components are ever written.
      return {
        beneath: (causes?.beneath ?? null) as Impact | null,
        hasOutage: causes?.has_outage === true,
        followed: (causes?.followed ?? []) as MonitorStatus[],
      };
    },

    async list(componentId, { offset, limit }) {
      const rows = await db.outage.findMany({
        where: { componentId },
        orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
        skip: offset,
        take: limit,
      });
      return rows.map(toOutage);
    },

    async shownOf(componentIds, since) {
      if (componentIds.length === 0) return [];
      const from = toDate(since);
      const rows = await db.$queryRaw<ShownRow[]>`
        SELECT component.id, component.created_at, past.kind, past.started_at, past.ended_at
        FROM component
        LEFT JOIN LATERAL (
          SELECT 'outages' AS kind, outage.started_at, outage.ended_at
          FROM outage
          WHERE outage.component_id = component.id
            AND (outage.ended_at IS NULL OR outage.ended_at > ${from}::timestamptz)
          UNION ALL
          SELECT 'planned', maintenance.started_at, maintenance.ended_at
          FROM maintenance_component AS part
          JOIN maintenance ON maintenance.id = part.maintenance_id
          WHERE part.component_id = component.id AND maintenance.started_at IS NOT NULL
            AND (maintenance.ended_at > ${from}::timestamptz
              OR maintenance.ended_at IS NULL AND maintenance.status = 'INPROGRESS')
        ) AS past ON true
        WHERE component.id = ANY(${[...componentIds]}::text[]) AND component.show_uptime`;
      return byComponent(rows);
    },
  };
}

function byComponent(rows: readonly ShownRow[]): ComponentOutages[] {
  const shown = new Map<string, ComponentOutages & Record<'outages' | 'planned', Stretch[]>>();
  for (const row of rows) {
    const known = shown.get(row.id) ?? {
      componentId: row.id,
      bornAt: fromDate(row.created_at),
      outages: [],
      planned: [],
    };
    shown.set(row.id, known);
    if (row.started_at === null || row.kind === null) continue;
    known[row.kind].push({ startedAt: fromDate(row.started_at), endedAt: fromDateOrNull(row.ended_at) });
  }
  return [...shown.values()];
}

function toOutage(row: OutageModel): Outage {
  return { ...row, startedAt: fromDate(row.startedAt), endedAt: fromDateOrNull(row.endedAt) };
}
