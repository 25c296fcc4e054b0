import type { JudgedAssertion } from '../core/monitor/outcome.ts';
import type { SslDetails } from '../core/monitor/probe-result.ts';
import type { MonitorStatus } from '../core/monitor/status.ts';
import type { MonitorLog, MonitorLogs } from '../services/ports/monitor-logs.ts';
import type { Db } from './client.ts';
import type { MonitorLog as Row } from './generated/client.ts';
import { logRows } from './monitor-log-page.ts';
import { storableJson } from './storable.ts';
import { fromDate, toDate } from './time.ts';

export function monitorLogs(db: Db): MonitorLogs {
  return {
    async insertLogs(logs) {
      if (logs.length === 0) return;
      const rows = logs.map((log) => ({ ...log, createdAt: toDate(log.createdAt) }));
      const json = storableJson(rows);
      // The lock keeps a monitor from being deleted halfway, which would fail the logs of all the others too.
      await db.$executeRaw`
        INSERT INTO monitor_log (
          id, monitor_id, location, created_at, is_successful, is_ssl_check, http_status_code, status,
          dns_time, tcp_time, tls_time, first_byte_time, download_time, response_time, performance_time,
          accessibility_score, seo_score, best_practices_score, successful_assertions, assertions, url, method,
          request_headers, request_body, response_headers, response_body, error, ssl_details, is_retry, retry_of
        )
        SELECT
          log.id, log."monitorId", log.location, log."createdAt", log."isSuccessful", log."isSslCheck",
          log."httpStatusCode", log.status, log."dnsTime", log."tcpTime", log."tlsTime", log."firstByteTime",
          log."downloadTime", log."responseTime", log."performanceTime", log."accessibilityScore", log."seoScore",
          log."bestPracticesScore", log."successfulAssertions", log.assertions, log.url, log.method,
          log."requestHeaders", log."requestBody", log."responseHeaders", log."responseBody", log.error,
          log."sslDetails", log."isRetry", log."retryOf"
        FROM json_to_recordset(${json}::json) AS log (
          id text, "monitorId" text, location text, "createdAt" timestamptz, "isSuccessful" boolean,
          "isSslCheck" boolean, "httpStatusCode" text, status text, "dnsTime" double precision,
          "tcpTime" double precision, "tlsTime" double precision, "firstByteTime" double precision,
          "downloadTime" double precision, "responseTime" double precision, "performanceTime" double precision,
          "accessibilityScore" double precision, "seoScore" double precision,
          "bestPracticesScore" double precision, "successfulAssertions" int, assertions jsonb, url text,
          method text, "requestHeaders" jsonb, "requestBody" text, "responseHeaders" jsonb, "responseBody" text,
          error text, "sslDetails" jsonb, "isRetry" boolean, "retryOf" text
        )
        JOIN monitor ON monitor.id = log."monitorId"
        FOR KEY SHARE OF monitor
        ON CONFLICT (id) DO NOTHING`;
    },

    async findLog(id) {
      const row = await db.monitorLog.findUnique({ where: { id } });
      return row === null ? null : toLog(row);
    },

    async storedLogs(ids) {
      const rows = await db.monitorLog.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
      return rows.map((row) => row.id);
    },

    async listLogs(query) {
      const { rows, total } = await logRows(db, query);
      return { logs: rows.map(toLog), total };
    },

    async countLogsSince(since, pageId) {
      return db.monitorLog.count({
        where: { createdAt: { gte: toDate(since) }, ...(pageId === null ? {} : { monitor: { pageId } }) },
      });
    },

    async deleteLogsOf(monitorId, limit) {
      return db.$executeRaw`
        DELETE FROM monitor_log
        WHERE id IN (SELECT id FROM monitor_log WHERE monitor_id = ${monitorId} LIMIT ${limit})`;
    },

    async deleteLogsBefore(instant, limit) {
      return db.$executeRaw`
        DELETE FROM monitor_log
        WHERE id IN (
          SELECT id FROM monitor_log WHERE created_at < ${toDate(instant)}::timestamptz
          ORDER BY created_at LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        )`;
    },
  };
}

// Enumerations are text and objects are JSON in the database; only checks ever write them.
function toLog(row: Row): MonitorLog {
  return {
    ...row,
    createdAt: fromDate(row.createdAt),
    status: row.status as MonitorStatus,
    assertions: row.assertions as unknown as JudgedAssertion[],
    requestHeaders: row.requestHeaders as Record<string, string> | null,
    responseHeaders: row.responseHeaders as Record<string, string> | null,
    sslDetails: row.sslDetails as unknown as SslDetails | null,
  };
}
