import type { Impact, Incident, IncidentStatus, ResponseState } from '../core/incident/types.ts';
import { conflict } from '../services/errors.ts';
import type { IncidentFilter, IncidentRepository, IncidentUpdate } from '../services/ports/incidents.ts';
import type { Db } from './client.ts';
import { isUniqueViolation } from './errors.ts';
import type { Prisma } from './generated/client.ts';
import { storableText } from './storable.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

const WITH_COMPONENTS = { components: { include: { component: true } } } as const;
type Row = Prisma.IncidentGetPayload<{ include: typeof WITH_COMPONENTS }>;

export function incidentRepository(db: Db): IncidentRepository {
  const findOne = async (where: Prisma.IncidentWhereInput): Promise<Incident | null> => {
    const row = await db.incident.findFirst({ where, include: WITH_COMPONENTS });
    return row === null ? null : toIncident(row);
  };
  return {
    find: (id) => findOne({ id }),
    findByNumber: (number) => findOne({ number }),
    findOpenByDedupKey: (pageId, dedupKey) => findOne({ pageId, dedupKey, resolvedAt: null }),

    async findMany(ids) {
      const rows = await db.incident.findMany({ where: { id: { in: [...ids] } }, include: WITH_COMPONENTS });
      return rows.map(toIncident);
    },

    async list(filter) {
      const where = whereOf(filter);
      const [rows, total] = await Promise.all([
        db.incident.findMany({
          where,
          include: WITH_COMPONENTS,
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          skip: filter.offset,
          take: filter.limit,
        }),
        db.incident.count({ where }),
      ]);
      return { incidents: rows.map(toIncident), total };
    },

    async lock(id) {
      const locked = await db.$queryRaw<unknown[]>`select 1 from incident where id = ${id} for update`;
      return locked.length === 0 ? null : findOne({ id });
    },

    async insert(incident, now) {
      // An integration that is deleted in this very moment is no reason to lose what it said.
      const rows = await db.$queryRaw<{ number: number }[]>`
        insert into incident (id, page_id, name, description, status, impact, source, dedup_key, published,
          monitor_id, integration_id, started_at, resolved_at, response_state, created_at, updated_at)
        values (${incident.id}, ${incident.pageId}, ${storableText(incident.name)}, ${storableText(incident.description)}, ${incident.status},
          ${incident.impact}, ${incident.source}, ${incident.dedupKey}, ${incident.published}, ${incident.monitorId},
          (select id from integration where id = ${incident.integrationId} for key share), ${toDate(incident.startedAt)}, ${toDateOrNull(incident.resolvedAt)},
          ${incident.resolvedAt === null ? 'TRIGGERED' : 'RESOLVED'}, ${toDate(now)}, ${toDate(now)})
        on conflict (page_id, dedup_key) where resolved_at is null do nothing
        returning number`;
      const inserted = rows[0];
      if (inserted === undefined) return null;
      await insertComponents(db, incident.id, incident.components);
      return { number: inserted.number };
    },

    async update(id, patch, now) {
      const { response, components, startedAt, ...plain } = patch;
      try {
        await db.incident.update({
          where: { id },
          data: {
            ...plain,
            ...(startedAt === undefined ? {} : { startedAt: toDate(startedAt) }),
            ...(response === undefined
              ? {}
              : {
                  responseState: response.state,
                  acknowledgedBy: response.acknowledgedBy,
                  acknowledgedById: response.acknowledgedById,
                  acknowledgedAt: toDateOrNull(response.acknowledgedAt),
                  snoozedAt: toDateOrNull(response.snoozedAt),
                  snoozedUntil: toDateOrNull(response.snoozedUntil),
                  resolvedAt: toDateOrNull(response.resolvedAt),
                }),
            version: { increment: 1 },
            updatedAt: toDate(now),
          },
        });
      } catch (error) {
        if (isUniqueViolation(error)) throw conflict('another open incident has the same dedupKey');
        throw error;
      }
      if (components !== undefined) {
        await db.incidentComponent.deleteMany({ where: { incidentId: id } });
        await insertComponents(db, id, components);
      }
    },

    async remove(id) {
      const { count } = await db.incident.deleteMany({ where: { id } });
      return count > 0;
    },

    async insertUpdate(update) {
      await db.incidentUpdate.create({
        data: {
          ...update,
          message: storableText(update.message),
          started: toDate(update.started),
          createdAt: toDate(update.createdAt),
        },
      });
    },

    async changeUpdate({ id, message, status, notify, started }) {
      await db.incidentUpdate.update({
        where: { id },
        data: { message: storableText(message), status, notify, started: toDate(started) },
      });
    },

    async removeUpdate(id) {
      await db.incidentUpdate.deleteMany({ where: { id } });
    },

    async updatesOf(incidentIds) {
      const rows = await db.incidentUpdate.findMany({
        where: { incidentId: { in: [...incidentIds] } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map((row): IncidentUpdate => ({
        ...row,
        status: row.status as IncidentStatus,
        started: fromDate(row.started),
        createdAt: fromDate(row.createdAt),
      }));
    },

    async snoozesEnded(now, limit) {
      const rows = await db.$queryRaw<{ id: string }[]>`
        select id from incident where response_state = 'SNOOZED' and snoozed_until <= ${toDate(now)}
        order by snoozed_until, id limit ${limit}`;
      return rows.map((row) => row.id);
    },

    countOpen: () => db.incident.count({ where: { resolvedAt: null } }),
  };
}

function whereOf(filter: IncidentFilter): Prisma.IncidentWhereInput {
  return {
    pageId: filter.pageId,
    ...(filter.status === undefined ? {} : { status: filter.status }),
    ...(filter.notStatus === undefined ? {} : { NOT: { status: filter.notStatus } }),
    ...(filter.number === undefined ? {} : { number: filter.number }),
    ...(filter.published === undefined ? {} : { published: filter.published }),
    ...(filter.resolvedSince === undefined ? {} : { resolvedAt: { gte: toDate(filter.resolvedSince) } }),
    ...(filter.open === undefined ? {} : { resolvedAt: filter.open ? null : { not: null } }),
  };
}

/** A component that was deleted in this very moment is passed over: nothing is to be lost for its sake. */
async function insertComponents(
  db: Db,
  incidentId: string,
  components: readonly { id: string; status: Impact }[],
): Promise<void> {
  if (components.length === 0) return;
  const rows = components.map(({ id, status }, position) => ({ id, status, position }));
  await db.$executeRaw`
    INSERT INTO incident_component (incident_id, component_id, status)
    SELECT ${incidentId}, component.id, affected.status
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS affected (id text, status text, position int)
    JOIN component ON component.id = affected.id
    ORDER BY affected.position
    FOR KEY SHARE OF component`;
}

// The casts below hold by the CHECK constraints on the columns.
function toIncident(row: Row): Incident {
  return {
    id: row.id,
    pageId: row.pageId,
    number: row.number,
    name: row.name,
    description: row.description,
    status: row.status as IncidentStatus,
    impact: row.impact as Impact,
    source: row.source,
    dedupKey: row.dedupKey,
    published: row.published,
    monitorId: row.monitorId,
    startedAt: fromDate(row.startedAt),
    response: {
      state: row.responseState as ResponseState,
      acknowledgedBy: row.acknowledgedBy,
      acknowledgedById: row.acknowledgedById,
      acknowledgedAt: fromDateOrNull(row.acknowledgedAt),
      snoozedAt: fromDateOrNull(row.snoozedAt),
      snoozedUntil: fromDateOrNull(row.snoozedUntil),
      resolvedAt: fromDateOrNull(row.resolvedAt),
    },
    escalationLevel: row.escalationLevel,
    version: row.version,
    components: row.components.map(({ component, status }) => ({
      id: component.id,
      name: component.name,
      status: status as Impact,
    })),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
