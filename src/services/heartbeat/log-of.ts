import type { Report } from '../../core/monitor/heartbeat.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { HeartbeatMonitor } from '../ports/heartbeats.ts';
import { LOCATIONS } from '../ports/monitor-config.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';

const NOTHING = {
  isSslCheck: false,
  httpStatusCode: null,
  dnsTime: null,
  tcpTime: null,
  tlsTime: null,
  firstByteTime: null,
  downloadTime: null,
  performanceTime: null,
  accessibilityScore: null,
  seoScore: null,
  bestPracticesScore: null,
  successfulAssertions: 0,
  assertions: [],
  url: null,
  requestHeaders: null,
  requestBody: null,
  responseHeaders: null,
  sslDetails: null,
  isRetry: false,
  retryOf: null,
} as const satisfies Partial<MonitorLog>;

/**
 * What is kept of a ping that ended a run, or of one that did not come (then `method` is null). Nobody looked from anywhere:
 * the location is the monitor's first, because readers of logs count on one of those there are. The address is a secret, so
 * `url` is null.
 */
export function heartbeatLog(
  monitor: HeartbeatMonitor,
  report: Report,
  ping: { id: string; at: EpochMs; method: string | null; output: string | null },
): MonitorLog {
  const isSuccessful = report.outcome === 'OK';
  return {
    ...NOTHING,
    id: ping.id,
    monitorId: monitor.id,
    location: monitor.locations[0] ?? LOCATIONS[0],
    createdAt: ping.at,
    isSuccessful,
    status: isSuccessful ? 'UP' : 'DOWN',
    responseTime: report.responseTime,
    method: ping.method,
    responseBody: isSuccessful ? null : ping.output,
    error: report.error,
  };
}
