import type { Heartbeat } from '../core/monitor/heartbeat.ts';
import type { MonitorStatus } from '../core/monitor/status.ts';
import type { HeartbeatMonitor, HeartbeatRepository } from '../services/ports/heartbeats.ts';
import type { Location } from '../services/ports/monitor-config.ts';
import type { Db } from './client.ts';
import type { Heartbeat as HeartbeatModel } from './generated/client.ts';
import { Prisma } from './generated/client.ts';
import { fromDateOrNull, toDate, toDateOrNull } from './time.ts';

/** Once nobody has been heard hearing for this long, silence says nothing. So it is where the clock was set back by more. */
const DEAF_AFTER = Prisma.sql`interval '30 seconds'`;

type State = Omit<HeartbeatModel, 'monitorId' | 'dueAt' | 'logId'>;
type Row = State & {
  logId: string | null;
  id: string;
  pageId: string;
  name: string;
  locations: string[];
  checksIntervalS: number;
  graceSeconds: number;
  createMetric: boolean;
  paused: boolean;
  status: string;
};

const WATCHED = Prisma.sql`
  SELECT monitor.id, monitor.page_id AS "pageId", monitor.name, monitor.locations,
    monitor.checks_interval_s AS "checksIntervalS", monitor.grace_seconds AS "graceSeconds",
    monitor.create_metric AS "createMetric", monitor.paused, monitor.status,
    heartbeat.outcome, heartbeat.counted_from AS "countedFrom", heartbeat.succeeded_at AS "succeededAt",
    heartbeat.started_at AS "startedAt", heartbeat.last_ping_at AS "lastPingAt", heartbeat.last_ping AS "lastPing",
    heartbeat.log_id AS "logId"
  FROM monitor JOIN heartbeat ON heartbeat.monitor_id = monitor.id`;

export function heartbeatRepository(db: Db): HeartbeatRepository {
  const watched = async (which: Prisma.Sql): Promise<HeartbeatMonitor[]> =>
    (await db.$queryRaw<Row[]>`${WATCHED} ${which}`).map(toWatched);
  const findByToken = async (token: string): Promise<HeartbeatMonitor | null> =>
    (await watched(Prisma.sql`WHERE monitor.heartbeat_token = ${token}`))[0] ?? null;
  return {
    findByToken,

    async lockByToken(token) {
      // A statement of its own: the next one sees what whoever held it has written.
      await db.$queryRaw`SELECT 1 FROM monitor WHERE heartbeat_token = ${token} FOR NO KEY UPDATE`;
      return findByToken(token);
    },

    async find(monitorId) {
      return (await watched(Prisma.sql`WHERE monitor.id = ${monitorId}`))[0] ?? null;
    },

    async begin(monitorId) {
      await db.heartbeat.createMany({ data: [{ monitorId }], skipDuplicates: true });
    },

    async end(monitorId) {
      await db.heartbeat.deleteMany({ where: { monitorId } });
    },

    async save(heartbeats) {
      if (heartbeats.length === 0) return;
      const rows = heartbeats.map(({ monitorId, heartbeat, dueAt, logId = null }) => ({
        monitor_id: monitorId,
        outcome: heartbeat.outcome,
        counted_from: toDateOrNull(heartbeat.countedFrom),
        due_at: toDateOrNull(dueAt),
        succeeded_at: toDateOrNull(heartbeat.succeededAt),
        started_at: toDateOrNull(heartbeat.startedAt),
        last_ping_at: toDateOrNull(heartbeat.lastPing?.at ?? null),
        last_ping: heartbeat.lastPing?.kind ?? null,
        log_id: logId,
      }));
      await db.$executeRaw`
        UPDATE heartbeat
        SET outcome = saved.outcome, counted_from = saved.counted_from, due_at = saved.due_at,
          succeeded_at = saved.succeeded_at, started_at = saved.started_at, last_ping_at = saved.last_ping_at,
          last_ping = saved.last_ping, log_id = coalesce(saved.log_id, heartbeat.log_id)
        FROM json_to_recordset(${JSON.stringify(rows)}::json) AS saved (
          monitor_id text, outcome text, counted_from timestamptz, due_at timestamptz, succeeded_at timestamptz,
          started_at timestamptz, last_ping_at timestamptz, last_ping text, log_id text
        )
        WHERE heartbeat.monitor_id = saved.monitor_id`;
    },

    async lockOverdue(now, limit) {
      return watched(Prisma.sql`
        WHERE heartbeat.due_at <= ${toDate(now)}::timestamptz
          AND EXISTS (
            SELECT FROM heartbeat_hearing
            WHERE heard_at > now() - least(${DEAF_AFTER}, ${toDate(now)}::timestamptz - heartbeat.due_at)
          )
        ORDER BY heartbeat.due_at
        LIMIT ${limit}
        FOR NO KEY UPDATE OF monitor, heartbeat SKIP LOCKED`);
    },

    async lockAwaited() {
      return watched(Prisma.sql`
        WHERE heartbeat.due_at IS NOT NULL
        ORDER BY heartbeat.monitor_id
        FOR NO KEY UPDATE OF monitor, heartbeat`);
    },

    async unsettled(limit) {
      return db.$queryRaw<{ monitorId: string; logId: string | null }[]>`
        SELECT heartbeat.monitor_id AS "monitorId", heartbeat.log_id AS "logId"
        FROM heartbeat JOIN monitor ON monitor.id = heartbeat.monitor_id
        WHERE NOT monitor.paused
          AND monitor.status <> CASE heartbeat.outcome WHEN 'OK' THEN 'UP' WHEN 'FAILED' THEN 'DOWN' ELSE 'UNKNOWN' END
        ORDER BY heartbeat.monitor_id
        LIMIT ${limit}`;
    },

    async noteHearing() {
      const noted = await db.$executeRaw`
        UPDATE heartbeat_hearing SET heard_at = now()
        WHERE heard_at BETWEEN now() - ${DEAF_AFTER} AND now() + ${DEAF_AFTER}`;
      return noted > 0;
    },

    async noteHearingAgain() {
      await db.$executeRaw`INSERT INTO heartbeat_hearing (id, heard_at) VALUES (1, now()) ON CONFLICT DO NOTHING`;
      const [heard] = await db.$queryRaw<{ gap: number }[]>`
        SELECT extract(epoch FROM now() - heard_at)::double precision * 1000 AS gap FROM heartbeat_hearing FOR UPDATE`;
      await db.$executeRaw`UPDATE heartbeat_hearing SET heard_at = now()`;
      return Math.max(0, heard?.gap ?? 0);
    },
  };
}

/** What was heard, of a row of `heartbeat`. The casts hold because only heartbeats are ever written. */
export function toHeartbeat(row: State): Heartbeat {
  const at = fromDateOrNull(row.lastPingAt);
  const kind = row.lastPing as NonNullable<Heartbeat['lastPing']>['kind'] | null;
  return {
    outcome: row.outcome as Heartbeat['outcome'],
    countedFrom: fromDateOrNull(row.countedFrom),
    succeededAt: fromDateOrNull(row.succeededAt),
    startedAt: fromDateOrNull(row.startedAt),
    lastPing: at === null || kind === null ? null : { kind, at },
  };
}

function toWatched(row: Row): HeartbeatMonitor {
  const { id, pageId, name, checksIntervalS, graceSeconds, createMetric, paused } = row;
  return {
    id,
    pageId,
    name,
    checksIntervalS,
    graceSeconds,
    createMetric,
    paused,
    locations: row.locations as Location[],
    status: row.status as MonitorStatus,
    heartbeat: toHeartbeat(row),
    logId: row.logId,
  };
}
