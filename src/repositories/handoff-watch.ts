import type { HandoffWatchRepository, WatchedSchedule } from '../services/ports/handoff-watch.ts';
import type { Db } from './client.ts';
import { fromDateOrNull, toDate } from './time.ts';

type Row = {
  id: string;
  page_id: string;
  name: string;
  handoff_looked_at: Date | null;
  handoff_member_ids: string[];
};

export function handoffWatchRepository(db: Db): HandoffWatchRepository {
  return {
    async due(now, limit) {
      const rows = await db.$queryRaw<{ id: string }[]>`
        select id from schedule where handoff_look_at is null or handoff_look_at <= ${toDate(now)}
        order by handoff_look_at nulls first, id limit ${limit}`;
      return rows.map(({ id }) => id);
    },

    async take(scheduleId, now) {
      const [row] = await db.$queryRaw<Row[]>`
        select id, page_id, name, handoff_looked_at, handoff_member_ids from schedule
        where id = ${scheduleId} and (handoff_look_at is null or handoff_look_at <= ${toDate(now)})
        for no key update skip locked`;
      return row === undefined ? null : toWatched(row);
    },

    async looked(scheduleId, { memberIds, at, nextAt }) {
      await db.$executeRaw`
        update schedule set handoff_member_ids = ${[...memberIds]}::text[], handoff_looked_at = ${toDate(at)},
          handoff_look_at = ${toDate(nextAt)}
        where id = ${scheduleId}`;
    },

    async putOff(scheduleId, nextAt) {
      await db.$executeRaw`update schedule set handoff_look_at = ${toDate(nextAt)} where id = ${scheduleId}`;
    },

    async lookAgainOnPage(pageId) {
      // Rows are locked in one order, so that two of these never wait for each other in a circle.
      await db.$executeRaw`
        update schedule set handoff_look_at = null
        from (select id from schedule where page_id = ${pageId} order by id for no key update) as watched
        where schedule.id = watched.id`;
    },
  };
}

function toWatched(row: Row): WatchedSchedule {
  return {
    id: row.id,
    pageId: row.page_id,
    name: row.name,
    lookedAt: fromDateOrNull(row.handoff_looked_at),
    memberIds: row.handoff_member_ids,
  };
}
