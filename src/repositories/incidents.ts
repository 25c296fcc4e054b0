import type {
  AffectedComponent,
  Impact,
  Incident,
  IncidentStatus,
  ResponseState,
} from '../core/incident/types.ts';
import { conflict, TryAgainError } from '../services/errors.ts';
import type {
  IncidentFilter,
  IncidentRepository,
  IncidentUpdate,
  NewIncident,
} from '../services/ports/incidents.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { Translations } from '../core/translations.ts';
import type { Db } from './client.ts';
import { isForeignKeyViolation, isUniqueViolation } from './errors.ts';
import type { Prisma } from './generated/client.ts';
import { storableJson, storableText } from './storable.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

const WITH_COMPONENTS = {
  components: { include: { component: { select: { id: true, name: true } } } },
} as const;
type Row = Prisma.IncidentGetPayload<{ include: typeof WITH_COMPONENTS }>;

/** An incident that is opened, and when. */
export type Insertion = { readonly incident: NewIncident; readonly now: EpochMs };

export function incidentRepository(db: Db): IncidentRepository & {
  insertMany(insertions: readonly Insertion[]): Promise<({ number: number } | null)[]>;
} {
  const findOne = async (where: Prisma.IncidentWhereInput): Promise<Incident | null> => {
    const row = await db.incident.findFirst({ where, include: WITH_COMPONENTS });
    return row === null ? null : toIncident(row);
  };
  const insertMany = async (insertions: readonly Insertion[]): Promise<({ number: number } | null)[]> => {
    const inserted = await insertRows(db, insertions);
    const numbers = new Map(inserted.map(({ id, number }) => [id, number]));
    const opened = insertions.filter(({ incident }) => numbers.has(incident.id));
    await insertComponents(
      db,
      opened.flatMap(({ incident }) => affectedBy(incident)),
    );
    return insertions.map(({ incident }) => {
      const number = numbers.get(incident.id);
      return number === undefined ? null : { number };
    });
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
      // Stronger, it would wait for all who say of the incident what happened, and they for it: a deadlock.
      const locked = await db.$queryRaw<unknown[]>`select 1 from incident where id = ${id} for no key update`;
      return locked.length === 0 ? null : findOne({ id });
    },

    insertMany,
    insert: async (incident, now) => (await insertMany([{ incident, now }]))[0] ?? null,

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
        await insertComponents(db, affectedBy({ id, components }));
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

    async changeUpdate({ id, message, status, notify, started, translations }) {
      await db.incidentUpdate.update({
        where: { id },
        data: { message: storableText(message), status, notify, started: toDate(started), translations },
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
        translations: row.translations as Translations,
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

/**
 * Answers those that were inserted. In the order of their keys: others who insert some of the same wait for each other, and
 * not in a circle.
 */
async function insertRows(
  db: Db,
  insertions: readonly Insertion[],
): Promise<readonly { id: string; number: number }[]> {
  try {
    // An integration that is deleted in this very moment is no reason to lose what it said.
    return await db.$queryRaw`
      insert into incident (id, page_id, name, description, status, impact, source, dedup_key, published, monitor_id,
        integration_id, started_at, resolved_at, translations, response_state, created_at, updated_at)
      select id, page_id, name, description, status, impact, source, dedup_key, published, monitor_id,
        (select id from integration where id = r.integration_id for key share), started_at, resolved_at,
        translations, case when resolved_at is null then 'TRIGGERED' else 'RESOLVED' end, created_at, created_at
      from jsonb_to_recordset(${storableJson(insertions.map(rowOf))}::jsonb) as r ("order" int, id text, page_id text,
        name text, description text, status text, impact text, source text, dedup_key text, published boolean,
        monitor_id text, integration_id text, started_at timestamptz, resolved_at timestamptz, translations jsonb,
        created_at timestamptz)
      order by dedup_key, page_id, "order"
      on conflict (page_id, dedup_key) where resolved_at is null do nothing
      returning id, number`;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new TryAgainError('the page, or the monitor, was deleted in this very moment', { cause: error });
  }
}

function rowOf({ incident, now }: Insertion, order: number) {
  return {
    order,
    id: incident.id,
    page_id: incident.pageId,
    name: incident.name,
    description: incident.description,
    status: incident.status,
    impact: incident.impact,
    source: incident.source,
    dedup_key: incident.dedupKey,
    published: incident.published,
    monitor_id: incident.monitorId,
    integration_id: incident.integrationId,
    started_at: toDate(incident.startedAt),
    resolved_at: toDateOrNull(incident.resolvedAt),
    translations: incident.translations,
    created_at: toDate(now),
  };
}

type Affected = AffectedComponent & { readonly incidentId: string };

function affectedBy({ id: incidentId, components }: Pick<NewIncident, 'id' | 'components'>): Affected[] {
  return components.map(({ id, status, said }) => ({ incidentId, id, status, said }));
}

/** A component that was deleted in this very moment is passed over: nothing is to be lost for its sake. */
async function insertComponents(db: Db, affected: readonly Affected[]): Promise<void> {
  if (affected.length === 0) return;
  const rows = affected.map((one, position) => ({ ...one, position }));
  await db.$executeRaw`
    INSERT INTO incident_component (incident_id, component_id, status, said)
    SELECT affected."incidentId", component.id, affected.status, affected.said
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS affected ("incidentId" text, id text, status text, said boolean, position int)
    JOIN component ON component.id = affected.id
    ORDER BY affected.position
    FOR KEY SHARE OF component`;
}

// The casts below hold by the CHECK constraints on the columns, and because only translations are written as such.
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
    translations: row.translations as Translations,
    components: row.components.map(({ component, status, said }) => ({
      said,
      id: component.id,
      name: component.name,
      status: status as Impact,
    })),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
