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

    async inProgressWith(componentId, now) {
      // Whoever ends one, or takes the component from it, waits; whoever notes what is true beneath does not.
      return db.$queryRaw<MaintenanceName[]>`
        SELECT maintenance.id, maintenance.name
        FROM maintenance
        JOIN maintenance_component AS part ON part.maintenance_id = maintenance.id
        WHERE part.component_id = ${componentId} AND ${isOn(now)}
        ORDER BY maintenance.id
        FOR SHARE OF maintenance
        FOR KEY SHARE OF part`;
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
            SELECT FROM maintenance_component AS part
            JOIN maintenance ON maintenance.id = part.maintenance_id AND ${isOn(now)}
            WHERE part.component_id = monitor.component_id
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

/** Whether a maintenance is in progress: from its planned start on, and not only since somebody has looked at the clock. */
function isOn(now: EpochMs): Prisma.Sql {
  const at = Prisma.sql`${toDate(now)}::timestamptz`;
  return Prisma.sql`(
    maintenance.status = 'INPROGRESS'
    OR maintenance.status = 'NOTSTARTEDYET' AND maintenance.auto_start AND maintenance.start <= ${at}
      AND NOT (maintenance.auto_end AND coalesce(maintenance."end" <= ${at}, false))
  )`;
}
