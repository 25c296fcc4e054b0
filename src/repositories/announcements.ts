import type {
  AnnouncementContent,
  AnnouncementRepository,
  SubscriberMessage,
} from '../services/ports/announcements.ts';
import type { OutboxKind } from '../services/ports/outbox.ts';
import type { SubscriberChannel } from '../services/ports/subscriber-sender.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { storableText } from './storable.ts';
import { fromDate, fromDateOrNull, toDate } from './time.ts';

const TELL = {
  EMAIL: 'announcement.deliver',
  SMS: 'announcement.sms',
  WEBHOOK: 'announcement.webhook',
} as const satisfies Record<SubscriberChannel, OutboxKind>;

type MessageRow = {
  sent_at: Date | null;
  failed_at: Date | null;
  announcement_id: string;
  content: unknown;
  created_at: Date;
  subscriber_id: string;
  email: string | null;
  phone: string | null;
  webhook: string | null;
  webhook_email: string | null;
  unsubscribe_token: string;
  page_id: string;
  name: string;
  subdomain: string;
};

export function announcementRepository(db: Db): AnnouncementRepository {
  return {
    async insertMany(announcements, now) {
      if (announcements.length === 0) return [];
      const rows = await db.announcement.createManyAndReturn({
        data: announcements.map(({ content, componentIds, ...rest }) => ({
          ...rest,
          content: {
            ...content,
            title: storableText(content.title),
            text: storableText(content.text),
          } satisfies Prisma.InputJsonObject,
          componentIds: [...componentIds],
          createdAt: toDate(now),
        })),
        skipDuplicates: true,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },

    async settle(id, { now, limit }) {
      // The keys are locked, so that somebody who unsubscribes in this moment is passed over.
      return db.$executeRaw`
        with hearing as (
          select subscriber.id, phone, webhook from announcement
          join subscriber on subscriber.page_id = announcement.page_id and subscriber.confirmed
          where announcement.id = ${id}
            and (subscriber.all or cardinality(announcement.component_ids) = 0 or exists (
              select from subscriber_component as chosen
              where chosen.subscriber_id = subscriber.id
                and (chosen.component_id = any(announcement.component_ids) or exists (
                  select from component where (component.group_id = chosen.component_id
                    and component.id = any(announcement.component_ids))
                    or (component.id = chosen.component_id
                    and component.group_id = any(announcement.component_ids))))))
            and not exists (
              select from subscriber_message as settled
              where settled.announcement_id = ${id} and settled.subscriber_id = subscriber.id)
          order by subscriber.id limit ${limit}
          for key share of subscriber
        ), stored as (
          insert into subscriber_message (id, announcement_id, subscriber_id)
          select 'sbm_' || replace(gen_random_uuid()::text, '-', ''), ${id}, id from hearing
          on conflict (announcement_id, subscriber_id) do nothing
          returning id, subscriber_id
        )
        insert into outbox (id, kind, subject_id, due_at, created_at)
        select 'obx_' || replace(gen_random_uuid()::text, '-', ''),
          case when webhook is not null then ${TELL.WEBHOOK} when phone is not null then ${TELL.SMS} else ${TELL.EMAIL} end,
          stored.id, ${toDate(now)}, ${toDate(now)}
        from stored join hearing on hearing.id = stored.subscriber_id`;
    },

    async findMessage(id) {
      const rows = await db.$queryRaw<MessageRow[]>`
        select message.sent_at, message.failed_at, announcement.id as announcement_id, announcement.content,
          announcement.created_at, subscriber.id as subscriber_id, subscriber.email, subscriber.phone,
          subscriber.webhook, subscriber.webhook_email, subscriber.unsubscribe_token,
          page.id as page_id, page.name, page.subdomain
        from subscriber_message as message
        join announcement on announcement.id = message.announcement_id
        join subscriber on subscriber.id = message.subscriber_id
        join page on page.id = announcement.page_id
        where message.id = ${id}`;
      const [row] = rows;
      return row === undefined ? null : toMessage(id, row);
    },

    async recordSent(messageId, at) {
      await db.$executeRaw`
        with sent as (
          update subscriber_message set sent_at = ${toDate(at)}, failed_at = null, last_error = null
          where id = ${messageId} and sent_at is null returning subscriber_id
        )
        update subscriber set failed_attempts = 0
        from sent where subscriber.id = sent.subscriber_id and failed_attempts > 0`;
    },

    async recordFailed(messageId, lease, { reason, at, counts }) {
      await db.$executeRaw`
        with failed as (
          update subscriber_message set failed_at = ${toDate(at)}, last_error = ${storableText(reason)}
          where id = ${messageId} and sent_at is null and failed_at is null
            and exists (select from outbox where id = ${lease.id} and lease_token = ${lease.leaseToken})
          returning subscriber_id
        )
        update subscriber set failed_attempts = failed_attempts + 1
        from failed where subscriber.id = failed.subscriber_id and ${counts}`;
    },

    async deleteBefore(instant, limit) {
      return db.$executeRaw`
        delete from announcement where id in (
          select id from announcement where created_at < ${toDate(instant)} order by created_at limit ${limit})`;
    },
  };
}

function toMessage(id: string, row: MessageRow): SubscriberMessage {
  const { email, phone, webhook, webhook_email: webhookEmail, unsubscribe_token: unsubscribeToken } = row;
  return {
    id,
    announcement: {
      id: row.announcement_id,
      // Only contents are ever written there.
      content: row.content as AnnouncementContent,
      createdAt: fromDate(row.created_at),
    },
    subscriber: { id: row.subscriber_id, email, phone, webhook, webhookEmail, unsubscribeToken },
    page: { id: row.page_id, name: row.name, subdomain: row.subdomain },
    sentAt: fromDateOrNull(row.sent_at),
    failedAt: fromDateOrNull(row.failed_at),
  };
}
