import type { Firing, FiringRepository } from '../services/ports/firings.ts';
import type { Db } from './client.ts';
import { fromDate, toDate } from './time.ts';

export function firingRepository(db: Db): FiringRepository {
  return {
    async insertMany(firings) {
      if (firings.length === 0) return;
      await db.firing.createMany({
        data: firings.map((firing) => ({
          ...firing,
          dueAt: toDate(firing.dueAt),
          firedAt: toDate(firing.firedAt),
        })),
      });
    },

    async ofIncident(incidentId) {
      const rows = await db.firing.findMany({
        where: { incidentId },
        orderBy: [{ firedAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map((row): Firing => ({
        ...row,
        kind: row.kind as Firing['kind'],
        dueAt: fromDate(row.dueAt),
        firedAt: fromDate(row.firedAt),
      }));
    },
  };
}
