import type { Impact } from '../core/incident/types.ts';
import { worst } from '../core/maintenance/overlap.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { Translations } from '../core/translations.ts';
import type { Component, ComponentRepository } from '../services/ports/components.ts';
import type { Db } from './client.ts';
import type { ComponentModel } from './generated/models.ts';
import { suppressions } from './suppressions.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

export function componentRepository(db: Db): ComponentRepository {
  /** What somebody said of them in incidents that are open. */
  const saidOf = async (components: readonly Component[]): Promise<Map<string, Impact[]>> => {
    const rows = await db.$queryRaw<{ component_id: string; statuses: Impact[] }[]>`
      SELECT affected.component_id, array_agg(affected.status) AS statuses
      FROM incident
      JOIN incident_component AS affected ON affected.incident_id = incident.id AND affected.said
      WHERE incident.page_id = ANY(${[...new Set(components.map(({ pageId }) => pageId))]}::text[])
        AND incident.resolved_at IS NULL
        AND affected.component_id = ANY(${components.map(({ id }) => id)}::text[])
      GROUP BY affected.component_id`;
    return new Map(rows.map((row) => [row.component_id, row.statuses]));
  };
  /**
   * As they show: those beneath a group in maintenance as that makes them, and none better than open incidents say. One
   * statement more, two where there are groups.
   */
  const asShown = async (components: readonly Component[]): Promise<Component[]> => {
    if (components.length === 0) return [];
    const grouped = components.filter(({ groupId }) => groupId !== null);
    const [said, covers] = await Promise.all([
      saidOf(components),
      grouped.length === 0 ? null : suppressions(db).coversAbove(grouped.map(({ id }) => id)),
    ]);
    return components.map((component) => {
      const own = covers?.get(component.id) ?? [component.status];
      return { ...component, status: worst([...own, ...(said.get(component.id) ?? [])]) };
    });
  };
  const listOf = async (pageIds: readonly string[]): Promise<Component[]> => {
    const rows = await db.component.findMany({
      where: { pageId: { in: [...pageIds] } },
      orderBy: [{ order: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    });
    return asShown(rows.map(toComponent));
  };
  const findMany = async (ids: readonly string[]): Promise<Component[]> => {
    const rows = await db.component.findMany({ where: { id: { in: [...ids] } } });
    return rows.map(toComponent);
  };
  const lock = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    await db.$queryRaw`
      select 1 from component where id = any(${[...ids]}::text[]) order by id for no key update`;
  };
  const show = async (ids: readonly string[], status: Impact, now: EpochMs): Promise<void> => {
    if (ids.length === 0) return;
    await db.component.updateMany({
      where: { id: { in: [...ids] } },
      data: { status, updatedAt: toDate(now) },
    });
  };
  return {
    async find(id) {
      const [component = null] = await asShown(await findMany([id]));
      return component;
    },

    async lock(id) {
      await db.$queryRaw`select 1 from component where id = ${id} for update`;
      const [component = null] = await findMany([id]);
      return component;
    },

    async lockMany(ids) {
      await lock(ids);
      return findMany(ids);
    },

    findMany: async (ids) => asShown(await findMany(ids)),
    findStored: findMany,

    list: (pageId) => listOf([pageId]),
    listOf,

    async insertMany(components) {
      await db.component.createMany({
        data: components.map((component) => ({
          ...component,
          archivedAt: toDateOrNull(component.archivedAt),
          createdAt: toDate(component.createdAt),
          updatedAt: toDate(component.updatedAt),
        })),
      });
    },

    async setStatus(ids, status, now) {
      // The locks first, so that no maintenance starts or ends with one of them meanwhile.
      await lock(ids);
      const covered = await suppressions(db).noteBefore(ids, status);
      await show(
        ids.filter((id) => !covered.includes(id)),
        status,
        now,
      );
    },

    show,

    async overrule(id) {
      await db.$executeRaw`
        WITH said AS (
          SELECT incident_id, component_id
          FROM incident_component AS affected
          JOIN incident ON incident.id = affected.incident_id AND incident.resolved_at IS NULL
          WHERE affected.component_id = ${id} AND affected.said
          FOR UPDATE OF affected SKIP LOCKED
        )
        UPDATE incident_component AS affected SET said = false
        FROM said
        WHERE affected.incident_id = said.incident_id AND affected.component_id = said.component_id`;
    },

    async update({ id, pageId: _page, createdAt: _born, ...rest }) {
      const { archivedAt, updatedAt } = rest;
      await db.component.update({
        where: { id },
        data: { ...rest, archivedAt: toDateOrNull(archivedAt), updatedAt: toDate(updatedAt) },
      });
    },

    async remove(id) {
      await db.component.deleteMany({ where: { id } });
      await db.$executeRaw`
        UPDATE integration SET components = array_remove(components, ${id}) WHERE ${id} = ANY(components)`;
    },

    async unfollow(id, now) {
      // Locked in one order everywhere, so that statements about many monitors wait for each other.
      await db.$executeRaw`
        WITH held AS (SELECT id FROM monitor WHERE component_id = ${id} ORDER BY id FOR UPDATE)
        UPDATE monitor SET component_id = NULL, updated_at = ${toDate(now)}::timestamptz
        FROM held
        WHERE monitor.id = held.id`;
    },

    async incidentsOf(id) {
      const rows = await db.incidentComponent.findMany({
        where: { componentId: id },
        select: { incidentId: true },
        orderBy: { incidentId: 'asc' },
      });
      return rows.map((row) => row.incidentId);
    },

    async lockOpenIncidentsOf(id) {
      await db.$queryRaw`
        SELECT 1
        FROM incident
        WHERE resolved_at IS NULL
          AND EXISTS (
            SELECT FROM incident_component AS affected
            WHERE affected.incident_id = incident.id AND affected.component_id = ${id}
          )
        ORDER BY incident.id
        FOR UPDATE`;
    },
  };
}

// The status is text in the database, the translations are JSON; only an impact and translations are ever written.
function toComponent(row: ComponentModel): Component {
  return {
    ...row,
    status: row.status as Impact,
    translations: row.translations as Translations,
    archivedAt: fromDateOrNull(row.archivedAt),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
