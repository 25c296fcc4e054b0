import type { Impact } from '../core/incident/types.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { EventType } from '../services/ports/events.ts';
import type {
  ComponentCover,
  HiddenFailure,
  MaintenanceName,
  Suppressions,
} from '../services/ports/maintenances.ts';
import type { Db } from './client.ts';
import { Prisma } from './generated/client.ts';
import { storableJson } from './storable.ts';
import { fromDate, toDate } from './time.ts';

const SUPPRESSED = 'monitor.suppressed' satisfies EventType;
/** What ends a suppression: it was made up for, or the monitor is well. */
const ENDS = ['monitor.unsuppressed', 'monitor.recovered'] satisfies EventType[];

type HiddenRow = { monitor_id: string; data: { logId?: string | null; maintenances?: MaintenanceName[] } };

/** The statements about what maintenances in progress do with components and monitors. */
export function suppressions(db: Db): Suppressions {
  return {
    async coversOf(componentIds) {
      const rows = await db.maintenanceComponent.findMany({
        where: { componentId: { in: [...componentIds] }, before: { not: null } },
        orderBy: [{ componentId: 'asc' }, { maintenanceId: 'asc' }],
      });
      return rows.flatMap(({ before, status, ...ids }): ComponentCover[] =>
        before === null ? [] : [{ ...ids, status: status as Impact, before: before as Impact }],
      );
    },

    async saveComponents(maintenanceId, components) {
      const ids = components.map(({ id }) => id);
      await db.maintenanceComponent.deleteMany({ where: { maintenanceId, componentId: { notIn: ids } } });
      if (components.length === 0) return;
      await db.$executeRaw`
        INSERT INTO maintenance_component (maintenance_id, component_id, status, before)
        SELECT ${maintenanceId}, component_id, status, before
        FROM unnest(${ids}::text[], ${components.map(({ status }) => status)}::text[],
          ${components.map(({ before }) => before)}::text[]) AS sent (component_id, status, before)
        ON CONFLICT (maintenance_id, component_id)
        DO UPDATE SET status = excluded.status, before = excluded.before`;
    },

    async noteBefore(componentIds, status) {
      const rows = await db.maintenanceComponent.updateManyAndReturn({
        where: { componentId: { in: [...componentIds] }, before: { not: null } },
        data: { before: status },
        select: { componentId: true },
      });
      return [...new Set(rows.map(({ componentId }) => componentId))];
    },

    async coversAbove(componentIds) {
      const rows = await db.$queryRaw<{ component_id: string; statuses: string[] }[]>`
        WITH RECURSIVE above AS (
          SELECT id AS component_id, id, group_id
          FROM component
          WHERE id = ANY(${[...componentIds]}::text[]) AND group_id IS NOT NULL
          UNION
          SELECT above.component_id, parent.id, parent.group_id
          FROM above
          JOIN component AS parent ON parent.id = above.group_id
        )
        SELECT above.component_id, array_agg(part.status) AS statuses
        FROM above
        JOIN maintenance_component AS part ON part.component_id = above.id AND part.before IS NOT NULL
        GROUP BY above.component_id
        HAVING NOT bool_or(above.id = above.component_id)`;
      return new Map(rows.map((row) => [row.component_id, row.statuses as Impact[]]));
    },

    async inProgressWith(componentId, now) {
      // Whoever ends one, or takes the component from it, waits; whoever notes what is true beneath does not.
      const rows = await db.$queryRaw<MaintenanceName[]>`
        SELECT maintenance.id, maintenance.name
        FROM ${withGroups(Prisma.sql`${componentId}`)} AS above
        JOIN maintenance_component AS part ON part.component_id = above.id
        JOIN maintenance ON maintenance.id = part.maintenance_id AND ${isOn(now)}
        ORDER BY maintenance.id, part.component_id
        FOR SHARE OF maintenance
        FOR KEY SHARE OF part`;
      // One may name a component and its group.
      return rows.filter(({ id }, index) => rows[index - 1]?.id !== id);
    },

    async hiddenFailures({ pageId, monitorId, now, limit }) {
      const rows = await db.$queryRaw<HiddenRow[]>`
        SELECT monitor.id AS monitor_id, hidden.data
        FROM monitor
        CROSS JOIN LATERAL (
          SELECT type, seq, data
          FROM event
          WHERE event.monitor_id = monitor.id AND event.type = ANY(${[SUPPRESSED, ...ENDS]}::text[])
          ORDER BY seq DESC
          LIMIT 1
        ) AS hidden
        WHERE monitor.status IN ('DOWN', 'DEGRADED') AND NOT monitor.paused AND hidden.type = ${SUPPRESSED}
          ${pageId === undefined ? Prisma.empty : Prisma.sql`AND monitor.page_id = ${pageId}`}
          ${monitorId === undefined ? Prisma.empty : Prisma.sql`AND monitor.id = ${monitorId}`}
          AND NOT (monitor.create_component AND EXISTS (
            SELECT FROM ${withGroups(Prisma.sql`monitor.component_id`)} AS above
            JOIN maintenance_component AS part ON part.component_id = above.id
            JOIN maintenance ON maintenance.id = part.maintenance_id AND ${isOn(now)}
          ))
          AND (hidden.data->>'to' = 'DOWN' AND (monitor.on_fail->>'createIncident')::boolean OR EXISTS (
            SELECT FROM monitor_alert_link AS link
            JOIN monitor_alert AS alert ON alert.id = link.alert_id AND alert.type = 'INCIDENT'
            WHERE link.monitor_id = monitor.id
              AND CASE hidden.data->>'to' WHEN 'DOWN' THEN alert.when_fails ELSE alert.when_degrades END
          ))
        ORDER BY hidden.seq
        LIMIT ${limit}`;
      return rows.map(({ monitor_id, data }): HiddenFailure => ({
        monitorId: monitor_id,
        logId: data.logId ?? null,
        maintenances: data.maintenances ?? [],
      }));
    },

    async suppressedLogs(monitorId, logIds) {
      if (logIds.length === 0) return [];
      const rows = await db.$queryRaw<{ log_id: string; maintenances: MaintenanceName[] }[]>`
        SELECT data->>'logId' AS log_id, data->'maintenances' AS maintenances
        FROM event
        WHERE monitor_id = ${monitorId} AND type = ${SUPPRESSED} AND data->>'logId' = ANY(${[...logIds]}::text[])`;
      return rows.flatMap(({ log_id: logId, maintenances: [maintenance] }) =>
        maintenance === undefined ? [] : [{ logId, maintenance }],
      );
    },

    async suppressedBy({ id, pageId }, limit) {
      const rows = await db.$queryRaw<{ monitor_id: string; at: Date; text: string }[]>`
        SELECT monitor_id, at, text
        FROM event
        WHERE page_id = ${pageId} AND type = ${SUPPRESSED} AND monitor_id IS NOT NULL
          AND data @> ${storableJson({ maintenances: [{ id }] })}::jsonb
        ORDER BY seq DESC
        LIMIT ${limit}`;
      return rows.map(({ monitor_id: monitorId, at, text }) => ({ monitorId, at: fromDate(at), text }));
    },
  };
}

/** The ids of a component and of all groups that it is in, as they are in this moment. */
function withGroups(componentId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    WITH RECURSIVE above AS (
      SELECT id, group_id FROM component WHERE id = ${componentId}
      UNION
      SELECT parent.id, parent.group_id FROM above JOIN component AS parent ON parent.id = above.group_id
    )
    SELECT id FROM above
  )`;
}

/** Whether a maintenance is in progress: from its planned start on, and not only since somebody has looked at the clock. */
function isOn(now: EpochMs): Prisma.Sql {
  const at = Prisma.sql`${toDate(now)}::timestamptz`;
  return Prisma.sql`(
    maintenance.status = 'INPROGRESS'
    OR maintenance.status = 'NOTSTARTEDYET' AND maintenance.auto_start AND maintenance.start <= ${at}
      AND NOT (maintenance.auto_end AND coalesce(maintenance."end" <= ${at}, false))
  )`;
}
