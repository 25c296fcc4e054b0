import type { Firing, FiringRepository } from '../services/ports/firings.ts';
import type { Db } from './client.ts';
import { fromDate } from './time.ts';

export function firingRepository(db: Db): FiringRepository {
  return {
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
