import type { Location, MonitorType } from '../services/ports/monitor-config.ts';
import type { MonitorGroup, MonitorGroupRepository } from '../services/ports/monitor-groups.ts';
import type { Db } from './client.ts';
import type { MonitorGroupModel } from './generated/models.ts';
import { fromDate, toDate } from './time.ts';

export function monitorGroupRepository(db: Db): MonitorGroupRepository {
  const moveMonitors: MonitorGroupRepository['moveMonitors'] = async (ids, groupId, now) => {
    if (ids.length === 0) return;
    // Locked in one order everywhere, so that statements about many monitors wait for each other.
    await db.$executeRaw`
      WITH held AS (
        SELECT id FROM monitor
        WHERE id = ANY(${[...ids]}::text[]) AND group_id IS DISTINCT FROM ${groupId}::text
        ORDER BY id
        FOR NO KEY UPDATE
      )
      UPDATE monitor SET group_id = ${groupId}::text, updated_at = ${toDate(now)}::timestamptz
      FROM held
      WHERE monitor.id = held.id`;
  };
  return {
    async find(id) {
      const row = await db.monitorGroup.findUnique({ where: { id } });
      return row === null ? null : toGroup(row);
    },

    async listOf(pageId) {
      const rows = await db.monitorGroup.findMany({
        where: { pageId },
        orderBy: [{ order: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map(toGroup);
    },

    async insert(group) {
      const { id, pageId, createdAt } = group;
      await db.monitorGroup.create({
        data: { id, pageId, createdAt: toDate(createdAt), ...changeable(group) },
      });
    },

    async update(group) {
      await db.monitorGroup.update({ where: { id: group.id }, data: changeable(group) });
    },

    async remove({ id, parentId }, now) {
      await db.monitorGroup.updateMany({
        where: { parentId: id },
        data: { parentId, updatedAt: toDate(now) },
      });
      const held = await db.monitor.findMany({ where: { groupId: id }, select: { id: true } });
      await moveMonitors(
        held.map((monitor) => monitor.id),
        parentId,
        now,
      );
      await db.monitorGroup.deleteMany({ where: { id } });
    },

    async monitorsIn(groupIds) {
      const rows = await db.monitor.findMany({
        where: { groupId: { in: [...groupIds] } },
        select: { id: true, groupId: true, type: true, locations: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      // Enumerations are text in the database; only validated ones are ever written.
      return rows.flatMap(({ id, groupId, type, locations }) =>
        groupId === null
          ? []
          : [{ id, groupId, type: type as MonitorType, locations: locations as Location[] }],
      );
    },

    async existingMonitors(pageId, ids) {
      const rows = await db.monitor.findMany({
        where: { pageId, id: { in: [...ids] } },
        select: { id: true },
      });
      return rows.map((row) => row.id);
    },
    moveMonitors,
  };
}

function changeable({ name, parentId, collapsed, order, componentId, updatedAt }: MonitorGroup) {
  return { name, parentId, collapsed, order, componentId, updatedAt: toDate(updatedAt) };
}

function toGroup(row: MonitorGroupModel): MonitorGroup {
  return { ...row, createdAt: fromDate(row.createdAt), updatedAt: fromDate(row.updatedAt) };
}
