import type { EventStreamRepository, PlacedEvent } from '../services/ports/event-stream.ts';
import type { EventType } from '../services/ports/events.ts';
import type { Db } from './client.ts';
import { fromDate, toDate } from './time.ts';

export function eventStreamRepository(db: Db): EventStreamRepository {
  return {
    async isAnyWaiting() {
      // In the index's own order, so that no planner takes to walking all events for the few that wait at their end.
      const waiting = await db.$queryRaw<unknown[]>`
        select 1 from event where position is null order by position limit 1`;
      return waiting.length > 0;
    },

    async publish({ limit, now }) {
      // Places come from the sequence of `seq`: it never goes back, whatever is deleted, and a dump carries it. What
      // waits is found by the index on `position`, and `+ 0` keeps the planner from walking all events by `seq`.
      // Subscriptions are locked so that one that is turned off, or deleted, meanwhile gets nothing more.
      const [row] = await db.$queryRaw<{ published: number; deliveries: number }[]>`
        with waiting as (
          select id from event where position is null order by seq + 0 limit ${limit}
        ), numbered as (
          select id, nextval('event_seq_seq') as position from waiting
        ), published as (
          update event set position = numbered.position from numbered where event.id = numbered.id
          returning event.id, event.page_id, event.type, event.position
        ), subscription as (
          select id, page_id, types from webhook_subscription
          where active and page_id in (select page_id from published) for share
        ), delivered as (
          insert into webhook_delivery (id, subscription_id, event_id, next_attempt_at, created_at)
          select 'whd_' || replace(gen_random_uuid()::text, '-', ''), subscription.id, published.id,
            ${toDate(now)}::timestamptz, ${toDate(now)}::timestamptz
          from published join subscription on subscription.page_id = published.page_id
            and (subscription.types = '{}' or published.type = any (subscription.types))
          where published.type <> ${'webhook.test' satisfies EventType}
          order by published.position
          returning 1
        )
        select (select count(*)::int from published) as published, (select count(*)::int from delivered) as deliveries`;
      return row ?? { published: 0, deliveries: 0 };
    },

    async head() {
      const [row] = await db.$queryRaw<{ head: bigint | null }[]>`select max(position) as head from event`;
      return row?.head ?? 0n;
    },

    async lastGiven() {
      const [row] = await db.$queryRaw<{ last: bigint }[]>`select last_value as last from event_seq_seq`;
      return row?.last ?? 0n;
    },

    async look({ keyIds, pageIds, now }) {
      const [row] = await db.$queryRaw<{ head: bigint | null; keys: string[]; pages: string[] }[]>`
        select (select max(position) from event) as head,
          array(select id from api_key where id = any (${[...keyIds]}::text[])
            and (expires_at is null or expires_at > ${toDate(now)}::timestamptz)) as keys,
          array(select id from page where id = any (${[...pageIds]}::text[])) as pages`;
      return {
        head: row?.head ?? 0n,
        keyIds: new Set(row?.keys),
        pageIds: new Set(row?.pages),
      };
    },

    async read({ pageIds, types, after, upTo, limit }) {
      const rows = await db.event.findMany({
        where: {
          pageId: { in: [...pageIds] },
          position: { gt: after, lte: upTo },
          type: types.length > 0 ? { in: [...types] } : { not: 'webhook.test' satisfies EventType },
        },
        orderBy: { position: 'asc' },
        take: limit,
      });
      return rows.flatMap(({ seq: _seq, position, ...row }): PlacedEvent[] =>
        position === null
          ? []
          : [
              {
                ...row,
                position,
                type: row.type as EventType,
                at: fromDate(row.at),
                data: row.data as Record<string, unknown>,
              },
            ],
      );
    },
  };
}
