import type { EventRepository, EventType, RecordedEvent } from '../services/ports/events.ts';
import type { Db } from './client.ts';
import type { Event as Row } from './generated/client.ts';
import { fromDate, toDate } from './time.ts';
import { insertRows } from './write-behind.ts';

export function eventRepository(db: Db): EventRepository {
  return {
    async insertMany(events) {
      await insertRows(
        db,
        'event',
        events.map((event) => ({ ...event, at: toDate(event.at) })),
      );
    },

    async ofIncident(incidentId, { afterSeq, limit }) {
      const rows = await db.event.findMany({
        where: { incidentId, seq: { gt: afterSeq } },
        orderBy: { seq: 'asc' },
        take: limit,
      });
      return rows.map(toEvent);
    },

    async latestOfIncident(incidentId, limit) {
      const rows = await db.event.findMany({ where: { incidentId }, orderBy: { seq: 'desc' }, take: limit });
      return rows.toReversed().map(toEvent);
    },
  };
}

function toEvent(row: Row): RecordedEvent {
  return {
    ...row,
    type: row.type as EventType,
    at: fromDate(row.at),
    data: row.data as Record<string, unknown>,
  };
}
