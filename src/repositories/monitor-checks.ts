import type { Heartbeat } from '../core/monitor/heartbeat.ts';
import type { Outcome } from '../core/monitor/outcome.ts';
import type { MonitorStatus } from '../core/monitor/status.ts';
import { plusMs } from '../core/time/instant.ts';
import {
  CLAIM_HOLDS_MS,
  type ClaimedCheck,
  type MonitorChecks,
  type MonitorPlace,
} from '../services/ports/monitor-checks.ts';
import type { Monitor } from '../services/ports/monitor-config.ts';
import type { Db } from './client.ts';
import type { MonitorLocation } from './generated/client.ts';
import { Prisma } from './generated/client.ts';
import { toHeartbeat } from './heartbeats.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

type ClaimedRow = { monitor_id: string; location: string; claimed_at: Date };

/** The hot statements about checks; `findMany` loads monitors in any order. */
export function monitorChecks(
  db: Db,
  findMany: (ids: readonly string[]) => Promise<Monitor[]>,
): MonitorChecks {
  return {
    async claimDue({ locations, now, limit }) {
      const at = toDate(now);
      const rows = await db.$queryRaw<ClaimedRow[]>`
        WITH due AS (
          SELECT monitor_id, location
          FROM monitor_location
          WHERE location = ANY(${[...locations]}::text[]) AND NOT paused AND next_check_at <= ${at}::timestamptz
            AND (claimed_at IS NULL OR claimed_at <= ${toDate(plusMs(now, -CLAIM_HOLDS_MS))}::timestamptz)
          ORDER BY next_check_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        )
        UPDATE monitor_location AS place
        SET claimed_at = ${at}::timestamptz,
          next_check_at = place.next_check_at + make_interval(secs => monitor.checks_interval_s * (
            1 + floor(extract(epoch FROM ${at}::timestamptz - place.next_check_at) / monitor.checks_interval_s)
          )::double precision)
        FROM due JOIN monitor ON monitor.id = due.monitor_id
        WHERE place.monitor_id = due.monitor_id AND place.location = due.location
        RETURNING place.monitor_id, place.location, place.claimed_at`;
      return rows.map(toClaimed);
    },

    async reclaimLost({ locations, claimedBefore, now, limit }) {
      const rows = await db.$queryRaw<ClaimedRow[]>`
        WITH lost AS (
          SELECT monitor_id, location
          FROM monitor_location
          WHERE claimed_at < ${toDate(claimedBefore)}::timestamptz
            AND location = ANY(${[...locations]}::text[]) AND NOT paused
          ORDER BY claimed_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        )
        UPDATE monitor_location AS place
        SET claimed_at = ${toDate(now)}::timestamptz
        FROM lost
        WHERE place.monitor_id = lost.monitor_id AND place.location = lost.location
        RETURNING place.monitor_id, place.location, place.claimed_at`;
      return rows.map(toClaimed);
    },

    async recallPutOff({ now, toleranceMs }) {
      const at = Prisma.sql`${toDate(now)}::timestamptz`;
      const latest = Prisma.sql`${toDate(plusMs(now, toleranceMs))}::timestamptz`;
      return db.$executeRaw`
        WITH put_off AS (
          SELECT place.monitor_id, place.location, monitor.checks_interval_s AS seconds
          FROM monitor_location AS place JOIN monitor ON monitor.id = place.monitor_id
          WHERE NOT place.paused AND (
            place.next_check_at > ${latest} + make_interval(secs => monitor.checks_interval_s)
            OR place.claimed_at > ${latest}
          )
          ORDER BY place.monitor_id, place.location
          FOR UPDATE OF place SKIP LOCKED
        )
        UPDATE monitor_location AS place
        SET claimed_at = CASE WHEN place.claimed_at <= ${latest} THEN place.claimed_at END,
          next_check_at = place.next_check_at - make_interval(secs => put_off.seconds * greatest(
            0, floor(extract(epoch FROM place.next_check_at - ${at}) / put_off.seconds)
          )::double precision)
        FROM put_off
        WHERE place.monitor_id = put_off.monitor_id AND place.location = put_off.location`;
    },

    async loadForCheck(ids) {
      const monitors = await findMany(ids);
      const rows = await db.monitorLocation.findMany({ where: { monitorId: { in: [...ids] } } });
      const heartbeats = await heartbeatsOf(db, monitors);
      const byKey = new Map(rows.map((row) => [`${row.monitorId} ${row.location}`, row]));
      return monitors.map((monitor) => ({
        ...monitor,
        componentId: monitor.createComponent ? monitor.componentId : null,
        heartbeat: heartbeats.get(monitor.id) ?? null,
        places: monitor.locations.flatMap((location) => {
          const row = byKey.get(`${monitor.id} ${location}`);
          return row === undefined ? [] : [toPlace(row)];
        }),
      }));
    },

    async saveOutcomes(outcomes) {
      if (outcomes.length === 0) return;
      const rows = outcomes.map(({ monitorId, location, state, lastOutcomeAt }) => ({
        monitor_id: monitorId,
        location,
        confirmed_outcome: state.confirmedOutcome,
        confirmed_at: toDateOrNull(state.confirmedAt),
        pending_outcome: state.pendingOutcome,
        pending_count: state.pendingCount,
        last_outcome_at: toDate(lastOutcomeAt),
      }));
      // Locked in one order everywhere, so that batches that overlap wait for each other instead of deadlocking.
      await db.$executeRaw`
        WITH saved AS (
          SELECT saved.*
          FROM json_to_recordset(${JSON.stringify(rows)}::json) AS saved (
            monitor_id text, location text, confirmed_outcome text, confirmed_at timestamptz,
            pending_outcome text, pending_count int, last_outcome_at timestamptz
          )
          JOIN monitor_location AS held USING (monitor_id, location)
          ORDER BY monitor_id, location
          FOR UPDATE OF held
        )
        UPDATE monitor_location AS place
        SET confirmed_outcome = saved.confirmed_outcome, confirmed_at = saved.confirmed_at,
          pending_outcome = saved.pending_outcome, pending_count = saved.pending_count,
          last_outcome_at = saved.last_outcome_at, claimed_at = NULL
        FROM saved
        WHERE place.monitor_id = saved.monitor_id AND place.location = saved.location`;
    },

    async setStatus({ monitorId, from, to, now }) {
      const { count } = await db.monitor.updateMany({
        where: { id: monitorId, status: from },
        data: { status: to, statusChangedAt: toDate(now) },
      });
      return count === 1;
    },

    async touch(ids, now) {
      if (ids.length === 0) return;
      await db.$executeRaw`
        WITH held AS (
          SELECT id FROM monitor WHERE id = ANY(${[...ids]}::text[]) ORDER BY id FOR NO KEY UPDATE
        )
        UPDATE monitor
        SET last_checked_at = greatest(monitor.last_checked_at, ${toDate(now)}::timestamptz)
        FROM held
        WHERE monitor.id = held.id`;
    },

    async staleMonitors(now, limit) {
      const rows = await db.$queryRaw<{ id: string; status: string }[]>`
        SELECT id, status
        FROM monitor
        WHERE status <> 'UNKNOWN' AND NOT paused AND type <> 'HEARTBEAT'
          AND NOT EXISTS (
            SELECT FROM monitor_location AS place
            WHERE place.monitor_id = monitor.id
              AND place.last_outcome_at > ${toDate(now)}::timestamptz - make_interval(secs => 3 * monitor.checks_interval_s)
          )
        ORDER BY id
        LIMIT ${limit}`;
      return rows.map(({ id, status }) => ({ monitorId: id, status: status as MonitorStatus }));
    },
  };
}

async function heartbeatsOf(db: Db, monitors: readonly Monitor[]): Promise<Map<string, Heartbeat>> {
  const ids = monitors.flatMap(({ id, type }) => (type === 'HEARTBEAT' ? [id] : []));
  const rows = ids.length === 0 ? [] : await db.heartbeat.findMany({ where: { monitorId: { in: ids } } });
  return new Map(rows.map((row) => [row.monitorId, toHeartbeat(row)]));
}

function toClaimed(row: ClaimedRow): ClaimedCheck {
  return { monitorId: row.monitor_id, location: row.location, claimedAt: fromDate(row.claimed_at) };
}

function toPlace(row: MonitorLocation): MonitorPlace {
  return {
    location: row.location,
    state: {
      confirmedOutcome: row.confirmedOutcome as Outcome | null,
      confirmedAt: fromDateOrNull(row.confirmedAt),
      pendingOutcome: row.pendingOutcome as Outcome | null,
      pendingCount: row.pendingCount,
    },
    lastOutcomeAt: fromDateOrNull(row.lastOutcomeAt),
  };
}
