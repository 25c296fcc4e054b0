import type { AlertFlag } from '../core/monitor/alert.ts';
import type { AlertView } from '../core/monitor/alert-message.ts';
import type { AlertType } from '../core/monitor/alert-recipient.ts';
import type {
  AlertMessageRepository,
  AlertPromise,
  PromisedAlert,
} from '../services/ports/alert-messages.ts';
import type { Db } from './client.ts';
import { Prisma } from './generated/client.ts';
import { storableJson } from './storable.ts';
import { fromDate, fromDateOrNull, toDate } from './time.ts';

/** An incident that is open is resolved with its monitor's recovery, not by an alert. */
const FLAGS: Record<AlertFlag, Prisma.Sql> = {
  whenFails: Prisma.sql`alert.when_fails`,
  whenDegrades: Prisma.sql`alert.when_degrades`,
  whenRecovers: Prisma.sql`alert.when_recovers and alert.type <> 'INCIDENT'`,
};

export function alertMessageRepository(db: Db): AlertMessageRepository {
  return {
    async promise({ monitorId, subject, asks, view, expiresAt, candidates }, now) {
      if (candidates.length === 0) return [];
      // The keys are locked, so that an alert that is deleted in this moment is passed over: its foreign key must not
      // take a page with it.
      return db.$queryRaw<PromisedAlert[]>`
        with asked as (
          select alert.id, alert.type, candidate.message_id
          from unnest(${candidates.map(({ alertId }) => alertId)}::text[],
            ${candidates.map(({ messageId }) => messageId)}::text[]) as candidate (alert_id, message_id)
          join monitor_alert as alert on alert.id = candidate.alert_id
          join monitor_alert_link as link on link.alert_id = alert.id and link.monitor_id = ${monitorId}
          where ${askedBy(asks)}
          order by alert.id
          for key share of alert
        ), stored as (
          insert into alert_message (id, alert_id, monitor_id, subject, content, expires_at, sent_at, created_at)
          select message_id, id, ${monitorId}, ${subject}, ${storableJson(view)}::jsonb, ${toDate(expiresAt)},
            case when type = 'INCIDENT' then ${toDate(now)}::timestamptz end, ${toDate(now)}
          from asked
          on conflict (alert_id, monitor_id, subject) do nothing
          returning id, alert_id
        )
        select stored.id, asked.type from stored join asked on asked.id = stored.alert_id order by stored.id`;
    },

    async opensIncident(monitorId, flag) {
      const rows = await db.$queryRaw<unknown[]>`
        select from monitor_alert_link as link
        join monitor_alert as alert on alert.id = link.alert_id and alert.type = 'INCIDENT'
        where link.monitor_id = ${monitorId} and ${FLAGS[flag]}
        limit 1`;
      return rows.length > 0;
    },

    async certificatesDue(seen) {
      if (seen.length === 0) return [];
      const rows = await db.$queryRaw<{ monitor_id: string; subject: string; opens_incident: boolean }[]>`
        select seen.monitor_id, seen.subject, bool_or(alert.type = 'INCIDENT') as opens_incident
        from unnest(${seen.map(({ monitorId }) => monitorId)}::text[],
          ${seen.map(({ subject }) => subject)}::text[],
          ${seen.map(({ daysLeft }) => daysLeft)}::int[]) as seen (monitor_id, subject, days_left)
        join monitor_alert_link as link on link.monitor_id = seen.monitor_id
        join monitor_alert as alert on alert.id = link.alert_id
          and alert.when_ssl_expires and seen.days_left <= alert.ssl_expires_in_days
        where not exists (
          select from alert_message as told
          where told.alert_id = alert.id and told.monitor_id = seen.monitor_id and told.subject = seen.subject
        )
        group by seen.monitor_id, seen.subject`;
      return rows.map((row) => ({
        monitorId: row.monitor_id,
        subject: row.subject,
        opensIncident: row.opens_incident,
      }));
    },

    async find(id) {
      const row = await db.alertMessage.findUnique({ where: { id }, include: { alert: true } });
      if (row === null) return null;
      const { alert, content, ...message } = row;
      return {
        ...message,
        type: alert.type as AlertType,
        recipient: alert.recipient,
        // Only views are ever written there.
        view: content as unknown as AlertView,
        expiresAt: fromDate(row.expiresAt),
        sentAt: fromDateOrNull(row.sentAt),
        failedAt: fromDateOrNull(row.failedAt),
        createdAt: fromDate(row.createdAt),
      };
    },

    async recordSent(id, { externalId, at }) {
      await db.alertMessage.updateMany({
        where: { id, sentAt: null },
        data: { sentAt: toDate(at), failedAt: null, lastError: null, externalId },
      });
    },

    async recordFailed(id, lease, { reason, at }) {
      await db.$executeRaw`
        update alert_message set failed_at = ${toDate(at)}, last_error = ${reason}
        where id = ${id} and sent_at is null and failed_at is null
          and exists (select from outbox where id = ${lease.id} and lease_token = ${lease.leaseToken})`;
    },

    async deleteBefore(instant, limit) {
      return db.$executeRaw`
        delete from alert_message where id in (
          select id from alert_message
          where created_at < ${toDate(instant)} and expires_at < ${toDate(instant)} limit ${limit})`;
    },
  };
}

function askedBy(asks: AlertPromise['asks']): Prisma.Sql {
  if (typeof asks === 'string') return FLAGS[asks];
  return Prisma.sql`alert.when_ssl_expires and ${asks.daysLeft}::int <= alert.ssl_expires_in_days`;
}
