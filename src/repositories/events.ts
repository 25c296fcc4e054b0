import { MONITOR_STATUSES } from '../core/monitor/status.ts';
import type { EventRepository, EventType, RecordedEvent } from '../services/ports/events.ts';
import type { Db } from './client.ts';
import type { Event as Row, Prisma } from './generated/client.ts';
import { storableJson, storableText } from './storable.ts';
import { fromDate, toDate } from './time.ts';

export function eventRepository(db: Db): EventRepository {
  return {
    async insertMany(events) {
      if (events.length === 0) return;
      await db.event.createMany({
        data: events.map((event) => ({
          ...event,
          at: toDate(event.at),
          text: storableText(event.text),
          data: JSON.parse(storableJson(event.data)) as Prisma.InputJsonObject,
        })),
      });
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
