import type { Impact } from '../core/incident/types.ts';
import type { Component, ComponentRepository } from '../services/ports/components.ts';
import type { Db } from './client.ts';
import type { ComponentModel } from './generated/models.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

export function componentRepository(db: Db): ComponentRepository {
  const listOf = async (pageIds: readonly string[]): Promise<Component[]> => {
    const rows = await db.component.findMany({
      where: { pageId: { in: [...pageIds] } },
      orderBy: [{ order: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(toComponent);
  };
  return {
    async find(id) {
      const row = await db.component.findUnique({ where: { id } });
      return row === null ? null : toComponent(row);
    },

    async findMany(ids) {
      const rows = await db.component.findMany({ where: { id: { in: [...ids] } } });
      return rows.map(toComponent);
    },

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
      await db.component.updateMany({
        where: { id: { in: [...ids] } },
        data: { status, updatedAt: toDate(now) },
      });
    },
  };
}

// The status is text in the database; only an impact is ever written.
function toComponent(row: ComponentModel): Component {
  return {
    ...row,
    status: row.status as Impact,
    archivedAt: fromDateOrNull(row.archivedAt),
    createdAt: fromDate(row.createdAt),
    updatedAt: fromDate(row.updatedAt),
  };
}
