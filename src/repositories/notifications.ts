import type { Channel } from '../core/notification/channel.ts';
import { MINUTE_MS, plusMs } from '../core/time/instant.ts';
import type {
  NotificationRepository,
  NotificationState,
  NotificationView,
} from '../services/ports/notifications.ts';
import type { Db } from './client.ts';
import { claimNotifications, markSent, releaseNotification } from './notification-leases.ts';
import { fromDate, fromDateOrNull, toDate } from './time.ts';

/** Longer than the longest pause between two tries: what failed last before that says nothing about now. */
const HEARD_OF_MS = 10 * MINUTE_MS;

export function notificationRepository(db: Db): NotificationRepository {
  return {
    claim: (options) => claimNotifications(db, options),
    release: (claimed, attempt, release, now) => releaseNotification(db, claimed, attempt, release, now),

    markSent: async (claimed, sent, now) => (await markSent(db, [{ claimed, sent, now }])).includes(true),

    async setsOf(incidentId) {
      const rows = await db.$queryRaw<{ member_id: string; set_key: string; sending: boolean }[]>`
        select member_id, set_key, bool_or(state in ('PENDING', 'SENDING', 'HELD')) as sending
        from notification
        where incident_id = ${incidentId} and state <> 'LEFT_OUT'
        group by member_id, set_key
        having not bool_or(state = 'CANCELLED')`;
      return rows.map((row) => ({ memberId: row.member_id, setKey: row.set_key, isSending: row.sending }));
    },

    async extend(ids, leaseToken, leaseUntil) {
      await db.notification.updateMany({
        where: { id: { in: [...ids] }, leaseToken },
        data: { leaseUntil: toDate(leaseUntil), nextAttemptAt: toDate(leaseUntil) },
      });
    },

    async startNextChannel(id, now) {
      const rows = await db.$queryRaw<{ channel: string }[]>`
        with failing as (
          update notification set fallback_at = ${toDate(now)} where id = ${id} and fallback_at is null
          returning set_key, channel
        ), next as (
          select n.id from notification n join failing on n.set_key = failing.set_key
          where n.state = 'PENDING' and n.channel <> failing.channel and n.due_at > ${toDate(now)}
          order by n.due_at, n.step limit 1
        )
        update notification set due_at = ${toDate(now)}, next_attempt_at = ${toDate(now)}
        from next where notification.id = next.id returning channel`;
      const started = rows[0];
      return started === undefined ? null : { channel: started.channel as Channel };
    },

    async isAnySent(setKey) {
      return (
        (await db.notification.findFirst({ where: { setKey, state: 'SENT' }, select: { id: true } })) !== null
      );
    },

    async countSentSince(memberIds, { channel, since, leaseToken }) {
      const rows = await db.$queryRaw<{ member_id: string; sent: bigint }[]>`
        select member_id, count(distinct coalesce(bundle_id, id)) as sent from notification
        where member_id = any(${[...memberIds]}) and channel = ${channel} and (sent_at > ${toDate(since)}
          or (state = 'SENDING' and lease_token <> ${leaseToken}))
        group by member_id`;
      return new Map(rows.map((row) => [row.member_id, Number(row.sent)]));
    },

    async openBundle(memberId, { channel, since, now, leaseToken }) {
      const rows = await db.$queryRaw<
        { bundle_id: string; external_id: string | null; on_its_way: boolean }[]
      >`
        select bundle_id, max(external_id) as external_id, bool_and(sent_at is null) as on_its_way
        from notification
        where member_id = ${memberId} and channel = ${channel} and bundle_id is not null
          and (sent_at > ${toDate(since)}
            or (state = 'SENDING' and lease_token <> ${leaseToken} and lease_until > ${toDate(now)}))
        group by bundle_id having coalesce(min(sent_at), ${toDate(now)}) > ${toDate(since)}
        order by min(sent_at) desc nulls first limit 1`;
      const row = rows[0];
      if (row === undefined) return null;
      return row.on_its_way ? 'on its way' : { bundleId: row.bundle_id, externalId: row.external_id };
    },

    async assignBundle(ids, leaseToken, bundleId) {
      await db.notification.updateMany({ where: { id: { in: [...ids] }, leaseToken }, data: { bundleId } });
    },

    async incidentsInBundle(memberId, bundleId) {
      const rows = await db.$queryRaw<{ incident_id: string }[]>`
        select incident_id from notification
        where member_id = ${memberId} and bundle_id = ${bundleId} and state in ('SENDING', 'SENT')
        group by incident_id order by min(due_at), incident_id`;
      return rows.map((row) => row.incident_id);
    },

    async bundleOf(id) {
      const row = await db.notification.findUnique({ where: { id }, select: { bundleId: true } });
      return row?.bundleId ?? null;
    },

    async cancel(incidentId, now) {
      // What is being sent right now is not stopped: its release sees the incident's new state.
      const { count } = await db.notification.updateMany({
        where: {
          incidentId,
          OR: [
            { state: { in: ['PENDING', 'HELD'] } },
            // What was left out before now would have been sent.
            { state: 'LEFT_OUT', dueAt: { gt: toDate(now) } },
          ],
        },
        data: { state: 'CANCELLED' },
      });
      return count;
    },

    async hold(incidentId) {
      await db.notification.updateMany({
        where: { incidentId, state: 'PENDING', evenIfTaken: false },
        data: { state: 'HELD' },
      });
    },

    async unhold(incidentId, stoodStillMs) {
      const rows = await db.$queryRaw<{ channel: string; next_attempt_at: Date }[]>`
        update notification set state = 'PENDING',
          due_at = due_at + ${stoodStillMs} * interval '1 millisecond',
          next_attempt_at = next_attempt_at + ${stoodStillMs} * interval '1 millisecond'
        where incident_id = ${incidentId} and state = 'HELD' returning channel, next_attempt_at`;
      return rows.map((row) => ({ channel: row.channel as Channel, at: fromDate(row.next_attempt_at) }));
    },

    async restore(incidentId, silentSince, now) {
      const silentMs = now - silentSince;
      const rows = await db.$queryRaw<{ channel: string; state: string; next_attempt_at: Date }[]>`
        update notification set
          state = case when reason is not null and attempts = 0 then 'LEFT_OUT' else 'PENDING' end,
          due_at = due_at + ${silentMs} * interval '1 millisecond',
          next_attempt_at = due_at + ${silentMs} * interval '1 millisecond'
        where incident_id = ${incidentId} and state = 'CANCELLED' and due_at >= ${toDate(silentSince)}
        returning channel, state, next_attempt_at`;
      return rows
        .filter(({ state }) => state === 'PENDING')
        .map((row) => ({ channel: row.channel as Channel, at: fromDate(row.next_attempt_at) }));
    },

    async freeHeld() {
      await db.$executeRaw`
        update notification n
        set state = case i.response_state when 'TRIGGERED' then 'PENDING' else 'CANCELLED' end
        from incident i
        where n.state = 'HELD' and i.id = n.incident_id and i.response_state <> 'SNOOZED'`;
    },

    async nextDue() {
      const rows = await db.$queryRaw<{ channel: string; at: Date }[]>`
        select channel, min(next_attempt_at) as at from notification
        where state in ('PENDING', 'SENDING') group by channel`;
      return rows.map((row) => ({ channel: row.channel as Channel, at: fromDate(row.at) }));
    },

    async isAnyDue(channel, now) {
      const rows = await db.$queryRaw<unknown[]>`
        select from notification
        where channel = ${channel} and state in ('PENDING', 'SENDING') and next_attempt_at <= ${toDate(now)} limit 1`;
      return rows.length > 0;
    },

    async releaseAll(now) {
      await db.notification.updateMany({
        where: { state: 'SENDING', leaseUntil: { gt: toDate(now) } },
        data: { leaseUntil: toDate(now), nextAttemptAt: toDate(now) },
      });
    },

    async latest(channels, limit) {
      const rows = await db.notification.findMany({
        where: { channel: { in: [...channels] } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return rows.map((row): NotificationView => ({
        id: row.id,
        incidentId: row.incidentId,
        memberId: row.memberId,
        channel: row.channel as Channel,
        state: row.state as NotificationState,
        why: row.why,
        dueAt: fromDate(row.dueAt),
        sentAt: fromDateOrNull(row.sentAt),
        isRepeat: row.isRepeat,
        reason: row.reason,
      }));
    },

    async failingSince(channel, now) {
      const row = await db.providerHealth.findUnique({ where: { channel } });
      const isStale = row !== null && row.updatedAt <= toDate(plusMs(now, -HEARD_OF_MS));
      return isStale ? null : fromDateOrNull(row?.failingSince ?? null);
    },

    async markProvider(channel, failing, now) {
      if (failing === null) {
        await db.providerHealth.updateMany({
          where: { channel, failingSince: { not: null } },
          data: { failingSince: null, updatedAt: toDate(now) },
        });
        return;
      }
      await db.$executeRaw`
        insert into provider_health (channel, failing_since, last_error, updated_at)
        values (${channel}, ${toDate(now)}, ${failing.reason}, ${toDate(now)})
        on conflict (channel) do update set
          failing_since = case when provider_health.updated_at <= ${toDate(plusMs(now, -HEARD_OF_MS))}
            then excluded.failing_since
            else coalesce(provider_health.failing_since, excluded.failing_since) end,
          last_error = excluded.last_error, updated_at = excluded.updated_at`;
    },
  };
}
