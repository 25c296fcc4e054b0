import type { EventType } from '../services/ports/events.ts';
import type {
  ClaimedDelivery,
  DeliveryState,
  WebhookDelivery,
  WebhookDeliveryRepository,
} from '../services/ports/webhook-deliveries.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { storableJson, storableText } from './storable.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

/** What is due is looked at up to here when turns are given out; that many wait only where a receiver has long failed. */
const DUE_WINDOW = 20_000;

type ClaimedRow = {
  id: string;
  lease_token: string;
  attempts: number;
  subscription_id: string;
  url: string;
  secret: string;
  event_id: string;
  page_id: string;
  type: string;
  at: Date;
  incident_id: string | null;
  monitor_id: string | null;
  schedule_id: string | null;
  actor: string;
  text: string;
  data: Record<string, unknown>;
};

export function webhookDeliveryRepository(db: Db): WebhookDeliveryRepository {
  return {
    async find(id) {
      const row = await db.webhookDelivery.findUnique({ where: { id }, include: withType });
      return row === null ? null : toDelivery(row);
    },

    async list(subscriptionId, { state, offset, limit }) {
      const where = { subscriptionId, ...(state === null ? {} : { state }) };
      const [rows, total] = await Promise.all([
        db.webhookDelivery.findMany({
          where,
          include: withType,
          orderBy: { seq: 'desc' },
          skip: offset,
          take: limit,
        }),
        db.webhookDelivery.count({ where }),
      ]);
      return { deliveries: rows.map(toDelivery), total };
    },

    async insert({ now, newEvent, ...delivery }) {
      if (newEvent !== undefined) {
        const data = JSON.parse(storableJson(newEvent.data)) as Prisma.InputJsonObject;
        const text = storableText(newEvent.text);
        await db.event.create({ data: { ...newEvent, at: toDate(newEvent.at), text, data } });
      }
      await db.webhookDelivery.create({
        data: { ...delivery, nextAttemptAt: toDate(now), createdAt: toDate(now) },
      });
    },

    async replayFailed({ subscriptionId, since, now, limit }) {
      return db.$executeRaw`
        insert into webhook_delivery (id, subscription_id, event_id, next_attempt_at, created_at, replay_of)
        select 'whd_' || replace(gen_random_uuid()::text, '-', ''), subscription_id, event_id,
          ${toDate(now)}::timestamptz, ${toDate(now)}::timestamptz, id
        from webhook_delivery failed
        where subscription_id = ${subscriptionId} and state = 'FAILED' and first_failed_at >= ${toDate(since)}
          and not exists (
            select 1 from webhook_delivery later
            where later.event_id = failed.event_id and later.subscription_id = failed.subscription_id
              and later.seq > failed.seq)
        order by seq limit ${limit}`;
    },

    async isAnyDue(now) {
      const due = await db.$queryRaw<unknown[]>`
        select 1 from webhook_delivery where next_attempt_at <= ${toDate(now)} order by next_attempt_at limit 1`;
      return due.length > 0;
    },

    async claim({ failing, now, leaseUntil, leaseToken, limit, perSubscription }) {
      // While it is leased it is due when the lease ends: so one whose process died comes again by itself, and those
      // who are busy with a subscription are found by the same index. Pages take turns; among the failing, where
      // each subscription gets one, chance decides: those that are owed the most, and for the longest, would leave no
      // place to any other. Elsewhere two who claim at once must mean the same ones, so that none is sent out of order.
      const rows = await db.$queryRaw<ClaimedRow[]>`
        with busy as (
          select distinct subscription_id from webhook_delivery
          where next_attempt_at > ${toDate(now)} and next_attempt_at <= ${toDate(leaseUntil)}
            and lease_token is not null
        ), due as (
          select delivery.id, delivery.subscription_id, webhook_subscription.page_id, delivery.seq
          from webhook_delivery delivery join webhook_subscription on webhook_subscription.id = subscription_id
          where next_attempt_at <= ${toDate(now)} and state = 'PENDING' and (failing_at is not null) = ${failing}
            and subscription_id not in (select subscription_id from busy)
          order by next_attempt_at limit ${DUE_WINDOW}
        ), ranked as (
          select id, page_id, row_number() over (partition by subscription_id order by seq) as rank,
            case when ${failing} then random() else seq end as luck
          from due
        ), placed as (
          select id, rank, luck, row_number() over (partition by page_id, rank order by luck) as place
          from ranked where rank <= ${perSubscription}
        ), turn as (
          select id from placed order by rank, place, luck limit ${limit}
        ), chosen as (
          select id from webhook_delivery
          where id in (select id from turn) and next_attempt_at <= ${toDate(now)} and state = 'PENDING'
          for update skip locked
        ), claimed as (
          update webhook_delivery delivery set lease_token = ${leaseToken}, lease_until = ${toDate(leaseUntil)},
            next_attempt_at = ${toDate(leaseUntil)}, attempts = attempts + 1
          from chosen where delivery.id = chosen.id
          returning delivery.id, seq, lease_token, attempts, subscription_id, event_id
        )
        select claimed.*, url, secret, event.page_id, type, at, incident_id, monitor_id, schedule_id, actor, text, data
        from claimed join webhook_subscription subscription on subscription.id = subscription_id
          join event on event.id = event_id
        order by claimed.seq`;
      return rows.map(toClaimed);
    },

    // The subscription is locked before its delivery, as by whoever turns it off or deletes it.
    async recordDelivered({ id, leaseToken, subscriptionId }, tried) {
      const { responseStatus, detail, durationMs, at } = tried;
      await db.$executeRaw`
        with locked as materialized (
          select id from webhook_subscription where id = ${subscriptionId} for no key update
        ), done as (
          update webhook_delivery set state = 'DELIVERED', delivered_at = ${toDate(at)}, next_attempt_at = null,
            lease_token = null, lease_until = null, response_status = ${responseStatus},
            detail = ${storableText(detail)}, duration_ms = ${durationMs}
          from locked
          where webhook_delivery.id = ${id} and lease_token = ${leaseToken} and subscription_id = locked.id
          returning subscription_id
        )
        update webhook_subscription set failing_at = null
        from done where id = subscription_id and failing_at is not null`;
    },

    async recordFailed(
      { id, leaseToken, subscriptionId },
      { responseStatus, detail, durationMs, at },
      nextAt,
    ) {
      const state: DeliveryState = nextAt === null ? 'FAILED' : 'PENDING';
      const [row] = await db.$queryRaw<{ failing_at: Date }[]>`
        with locked as materialized (
          select id from webhook_subscription where id = ${subscriptionId} for no key update
        ), failed as (
          update webhook_delivery set state = ${state}, next_attempt_at = ${toDateOrNull(nextAt)}::timestamptz,
            first_failed_at = coalesce(first_failed_at, ${toDate(at)}::timestamptz), lease_token = null,
            lease_until = null, response_status = ${responseStatus}::int, detail = ${storableText(detail)},
            duration_ms = ${durationMs}
          from locked
          where webhook_delivery.id = ${id} and lease_token = ${leaseToken} and subscription_id = locked.id
          returning subscription_id
        )
        update webhook_subscription set failing_at = coalesce(failing_at, ${toDate(at)}::timestamptz)
        from failed where id = subscription_id
        returning failing_at`;
      return row === undefined ? null : fromDate(row.failing_at);
    },

    async putBack(deliveries, now) {
      if (deliveries.length === 0) return;
      await db.webhookDelivery.updateMany({
        where: {
          id: { in: deliveries.map(({ id }) => id) },
          leaseToken: { in: deliveries.map(({ leaseToken }) => leaseToken) },
        },
        data: {
          leaseToken: null,
          leaseUntil: null,
          nextAttemptAt: toDate(now),
          attempts: { decrement: 1 },
        },
      });
    },

    async giveUpPending(subscriptionId, { detail, at }) {
      return db.$executeRaw`
        update webhook_delivery set state = 'FAILED', next_attempt_at = null, lease_token = null, lease_until = null,
          first_failed_at = coalesce(first_failed_at, ${toDate(at)}::timestamptz),
          detail = coalesce(detail, ${detail})
        where subscription_id = ${subscriptionId} and state = 'PENDING'`;
    },

    async releaseAll(now) {
      await db.webhookDelivery.updateMany({
        where: { state: 'PENDING', leaseToken: { not: null } },
        data: { leaseToken: null, leaseUntil: null, nextAttemptAt: toDate(now) },
      });
    },

    async deleteOverBefore(instant, limit) {
      // The oldest ones by their own index: whatever they hold, no more than `limit` rows are looked at.
      return db.$executeRaw`
        delete from webhook_delivery where id in (
          select id from (select id, state, created_at from webhook_delivery order by seq limit ${limit}) oldest
          where state <> 'PENDING' and created_at < ${toDate(instant)})`;
    },
  };
}

const withType = { event: { select: { type: true } } } as const;
type Row = Prisma.WebhookDeliveryGetPayload<{ include: typeof withType }>;

// The cast holds because nothing else is ever written.
function toDelivery(row: Row): WebhookDelivery {
  const { id, subscriptionId, eventId, attempts, responseStatus, detail, durationMs, replayOf } = row;
  return {
    id,
    subscriptionId,
    eventId,
    type: row.event.type,
    state: row.state as DeliveryState,
    attempts,
    nextAttemptAt: fromDateOrNull(row.nextAttemptAt),
    firstFailedAt: fromDateOrNull(row.firstFailedAt),
    responseStatus,
    detail,
    durationMs,
    replayOf,
    createdAt: fromDate(row.createdAt),
    deliveredAt: fromDateOrNull(row.deliveredAt),
  };
}

function toClaimed(row: ClaimedRow): ClaimedDelivery {
  const { id, attempts, url, secret, actor, text, data } = row;
  return {
    id,
    leaseToken: row.lease_token,
    attempts,
    subscriptionId: row.subscription_id,
    url,
    secret,
    event: {
      id: row.event_id,
      pageId: row.page_id,
      type: row.type as EventType,
      at: fromDate(row.at),
      incidentId: row.incident_id,
      monitorId: row.monitor_id,
      scheduleId: row.schedule_id,
      actor,
      text,
      data,
    },
  };
}
