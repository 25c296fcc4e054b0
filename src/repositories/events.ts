import { MONITOR_STATUSES } from '../core/monitor/status.ts';
import type { EventRepository, EventType, RecordedEvent } from '../services/ports/events.ts';
import type { Db } from './client.ts';
import type { Event as Row } from './generated/client.ts';
import { fromDate } from './time.ts';

export function eventRepository(db: Db): EventRepository {
  return {
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

    async statusBeforeUnknown({ id: monitorId, pageId }) {
      const row = await db.event.findFirst({
        where: { pageId, monitorId, type: 'monitor.unknown' satisfies EventType },
        orderBy: { seq: 'desc' },
        select: { data: true },
      });
      const { from } = (row?.data ?? {}) as { from?: unknown };
      return MONITOR_STATUSES.find((status) => status === from) ?? null;
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
