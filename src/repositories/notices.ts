import type { Channel } from '../core/notification/channel.ts';
import type { NoticeLease, NoticeRepository, NoticeType } from '../services/ports/notices.ts';
import type { Db } from './client.ts';
import { Prisma } from './generated/client.ts';
import { storableJson } from './storable.ts';
import { fromDate, fromDateOrNull, toDate } from './time.ts';

export function noticeRepository(db: Db): NoticeRepository {
  return {
    async insertMany(notices, now) {
      if (notices.length === 0) return [];
      const rows = await db.$queryRaw<{ id: string }[]>`
        insert into notice (id, page_id, member_id, key, type, title, text, url, expires_at, created_at)
        select n.id, n.page_id, n.member_id, n.key, n.type, n.title, n.text, n.url, n.expires_at, ${toDate(now)}
        from jsonb_to_recordset(${storableJson(
          notices.map(({ id, pageId, memberId, key, type, title, text, url, expiresAt }) => ({
            id,
            page_id: pageId,
            member_id: memberId,
            key,
            type,
            title,
            text,
            url,
            expires_at: toDate(expiresAt),
          })),
        )}::jsonb) as n (id text, page_id text, member_id text, key text, type text, title text, text text, url text,
          expires_at timestamptz)
        join member on member.id = n.member_id and member.page_id = n.page_id
        order by n.key
        on conflict (key) do nothing
        returning id`;
      return rows.map(({ id }) => id);
    },

    async find(id) {
      const row = await db.notice.findUnique({ where: { id } });
      if (row === null) return null;
      return {
        ...row,
        type: row.type as NoticeType,
        refused: row.refused as Channel[],
        sentBy: row.sentBy as Channel | null,
        expiresAt: fromDate(row.expiresAt),
        sentAt: fromDateOrNull(row.sentAt),
        createdAt: fromDate(row.createdAt),
      };
    },

    async begin(id, lease, { by, leaseUntil }) {
      const begun = await db.$executeRaw`
        with held as (
          update outbox set lease_until = ${toDate(leaseUntil)}
          where id = ${lease.id} and lease_token = ${lease.leaseToken} returning id
        )
        update notice set sent_by = ${by} where id = ${id} and sent_at is null and exists (select from held)`;
      return begun === 1;
    },

    async recordUnsent(id, lease) {
      await change(db, id, lease, Prisma.sql`sent_by = null`);
    },

    async recordRefused(id, lease, channel) {
      await change(db, id, lease, Prisma.sql`sent_by = null, refused = array_append(refused, ${channel})`);
    },

    async recordSent(id, lease, { by, at }) {
      await change(db, id, lease, Prisma.sql`sent_by = ${by}, sent_at = ${toDate(at)}`);
    },

    async withdraw({ prefix, keep, madeSince }) {
      return db.$executeRaw`
        delete from notice
        where created_at >= ${toDate(madeSince)} and sent_at is null and sent_by is null
          and starts_with(key, ${prefix})
          and key <> all(${[...keep]}::text[])`;
    },

    async deleteBefore(instant, limit) {
      return db.$executeRaw`
        delete from notice where id in (
          select id from notice where created_at < ${toDate(instant)} limit ${limit})`;
    },
  };
}

/** Changes a notice that is not sent yet, under its lease; answers how many were changed. */
function change(db: Db, id: string, lease: NoticeLease, assignments: Prisma.Sql): Promise<number> {
  return db.$executeRaw`
    update notice set ${assignments}
    where id = ${id} and sent_at is null
      and exists (select from outbox where id = ${lease.id} and lease_token = ${lease.leaseToken})`;
}
