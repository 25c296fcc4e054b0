import type { TemplateStatus } from '../core/incident/template.ts';
import type { PublicPageRepository } from '../services/ports/public-pages.ts';
import type { Db } from './client.ts';
import { fromDate, fromDateOrNull } from './time.ts';

export function publicPageRepository(db: Db): PublicPageRepository {
  return {
    async maintenances(pageId, { limit, updates }) {
      const rows = await db.maintenance.findMany({
        where: { pageId, status: { not: 'COMPLETED' } },
        orderBy: [{ start: 'asc' }, { id: 'asc' }],
        take: limit,
        include: {
          components: { include: { component: { select: { name: true } } }, orderBy: { componentId: 'asc' } },
          updates: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: updates },
        },
      });
      // The casts hold because only statuses of maintenances are ever written.
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        status: row.status as TemplateStatus,
        start: fromDate(row.start),
        end: fromDateOrNull(row.end),
        componentNames: row.components.map(({ component }) => component.name),
        updates: row.updates.map(({ id, status, message, started }) => ({
          id,
          status: status as TemplateStatus,
          message,
          at: fromDate(started),
        })),
      }));
    },
  };
}
