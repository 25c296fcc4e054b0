import type { Channel } from '../core/notification/channel.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type {
  AttemptRecord,
  ClaimedNotification,
  NotificationRepository,
  Release,
  Sent,
} from '../services/ports/notifications.ts';
import type { Db } from './client.ts';
import { Prisma } from './generated/client.ts';
import { storableJson } from './storable.ts';
import { fromDate, fromDateOrNull, toDate } from './time.ts';

type Row = {
  id: string;
  incident_id: string;
  member_id: string;
  channel: string;
  set_key: string;
  why: string;
  due_at: Date;
  attempts: number;
  first_failed_at: Date | null;
  fallback_at: Date | null;
  is_repeat: boolean;
  even_if_taken: boolean;
  bundle_id: string | null;
  lease_token: string;
  uncertain_since: Date | null;
};

/**
 * Takes due notifications under a lease and records the start of their attempts in the same statement, so that a crash
 * at any later moment leaves a trace: an attempt that started and never ended is uncertain.
 */
export async function claimNotifications(
  db: Db,
  { channel, now, leaseUntil, leaseToken, limit }: Parameters<NotificationRepository['claim']>[0],
): Promise<ClaimedNotification[]> {
  const rows = await db.$queryRaw<Row[]>`
    with due as (
      select id from notification
      where channel = ${channel} and state in ('PENDING', 'SENDING') and next_attempt_at <= ${toDate(now)}
      order by next_attempt_at, id limit ${limit} for update skip locked
    ), claimed as (
      update notification n set state = 'SENDING', lease_token = ${leaseToken}, lease_until = ${toDate(leaseUntil)},
        next_attempt_at = ${toDate(leaseUntil)}, attempts = n.attempts + 1
      from due where n.id = due.id returning n.*
    ), started as (
      insert into notification_attempt (id, notification_id, number, started_at, outcome)
      select claimed.id || '-' || (select count(*) from notification_attempt a where a.notification_id = claimed.id),
        claimed.id,
        1 + (select count(*) from notification_attempt a where a.notification_id = claimed.id),
        ${toDate(now)}, 'STARTED'
      from claimed
    )
    select claimed.*, (
      select min(started_at) from notification_attempt a
      where a.notification_id = claimed.id and a.outcome in ('STARTED', 'UNCERTAIN')
    ) as uncertain_since
    from claimed order by claimed.due_at, claimed.id`;
  return rows.map((row): ClaimedNotification => ({
    id: row.id,
    incidentId: row.incident_id,
    memberId: row.member_id,
    channel: row.channel as Channel,
    setKey: row.set_key,
    why: row.why,
    dueAt: fromDate(row.due_at),
    attempt: row.attempts,
    firstFailedAt: fromDateOrNull(row.first_failed_at),
    hasFallback: row.fallback_at !== null,
    isRepeat: row.is_repeat,
    evenIfTaken: row.even_if_taken,
    leaseToken: row.lease_token,
    bundleId: row.bundle_id,
    uncertainSince: fromDateOrNull(row.uncertain_since),
  }));
}

/**
 * Gives a lease up and says what came of the attempt; false where the lease is another's by now. In one statement, because
 * whoever takes it next looks at its attempts: one that was never tried is forgotten, one that was has its end. An earlier
 * attempt that nobody knows the end of stays uncertain.
 */
export async function releaseNotification(
  db: Db,
  claimed: ClaimedNotification,
  attempt: AttemptRecord | null,
  release: Release,
  now: EpochMs,
): Promise<boolean> {
  const rows = await db.$queryRaw<{ count: number }[]>`
    with held as (
      update notification n set lease_token = null, lease_until = null, ${changesOf(claimed, attempt, release)}
      from incident i
      where n.id = ${claimed.id} and n.lease_token = ${claimed.leaseToken} and i.id = n.incident_id
      returning n.id
    ), last as (
      select a.id from notification_attempt a join held on held.id = a.notification_id
      order by a.number desc limit 1
    ), forgotten as (
      delete from notification_attempt a using last where a.id = last.id and ${attempt === null}
    ), ended as (
      update notification_attempt a set outcome = ${attempt?.outcome ?? 'RETRY'}, detail = ${attempt?.detail ?? null},
        external_id = ${attempt?.externalId ?? null}, ended_at = ${toDate(now)}
      from last where a.id = last.id and ${attempt !== null}
    )
    select count(*)::int as count from held`;
  return rows[0]?.count === 1;
}

export type SentNotification = {
  readonly claimed: ClaimedNotification;
  readonly sent: Sent;
  readonly now: EpochMs;
};

/** The same for attempts that were sent, in one statement for all of them. */
export async function markSent(db: Db, many: readonly SentNotification[]): Promise<boolean[]> {
  const rows = many.map(({ claimed, sent, now }) => ({
    id: claimed.id,
    lease_token: claimed.leaseToken,
    external_id: sent.externalId,
    is_repeat: sent.isRepeat,
    bundle_id: sent.bundleId,
    sent_at: toDate(now),
  }));
  const held = await db.$queryRaw<{ id: string; lease_token: string }[]>`
    with sent as (
      select * from jsonb_to_recordset(${storableJson(rows)}::jsonb) as r (id text, lease_token text,
        external_id text, is_repeat boolean, bundle_id text, sent_at timestamptz)
    ), held as (
      update notification n set lease_token = null, lease_until = null, state = 'SENT', sent_at = sent.sent_at,
        external_id = sent.external_id, is_repeat = sent.is_repeat, bundle_id = sent.bundle_id, reason = null
      from sent where n.id = sent.id and n.lease_token = sent.lease_token
      returning n.id, sent.lease_token, n.external_id, n.sent_at
    ), last as (
      select distinct on (a.notification_id) a.id, held.external_id, held.sent_at
      from notification_attempt a join held on held.id = a.notification_id
      order by a.notification_id, a.number desc
    ), ended as (
      update notification_attempt a set outcome = 'SENT', detail = null, external_id = last.external_id,
        ended_at = last.sent_at
      from last where a.id = last.id
    )
    select id, lease_token from held`;
  // Whoever lost the lease may be recorded together with who has it.
  const tokens = new Map(held.map(({ id, lease_token }) => [id, lease_token]));
  return many.map(({ claimed }) => tokens.get(claimed.id) === claimed.leaseToken);
}

function changesOf(
  claimed: ClaimedNotification,
  attempt: AttemptRecord | null,
  release: Release,
): Prisma.Sql {
  switch (release.kind) {
    case 'failed':
      return Prisma.sql`state = 'FAILED', reason = ${release.reason}`;
    case 'retry':
    case 'put-back': {
      const uncounted = release.kind === 'retry' && release.countsAsAttempt ? 0 : 1;
      const reason = release.kind === 'retry' ? release.reason : null;
      const isUncertain = claimed.uncertainSince !== null || attempt?.outcome === 'UNCERTAIN';
      const failedAt = release.kind === 'retry' ? toDate(release.firstFailedAt) : null;
      return Prisma.sql`next_attempt_at = ${toDate(release.at)},
        attempts = n.attempts - ${uncounted}::int,
        first_failed_at = coalesce(n.first_failed_at, ${failedAt}::timestamptz),
        reason = coalesce(${reason}, n.reason),
        bundle_id = case when ${isUncertain} then n.bundle_id end,
        state = case
          when i.response_state = 'TRIGGERED' then 'PENDING'
          when n.even_if_taken and i.response_state <> 'RESOLVED' then 'PENDING'
          when i.response_state = 'SNOOZED' then 'HELD'
          else 'CANCELLED' end`;
    }
  }
}
