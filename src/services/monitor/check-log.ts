import type { Judgement } from '../../core/monitor/outcome.ts';
import type { ProbeResult } from '../../core/monitor/probe-result.ts';
import type { Outcome } from '../../core/monitor/outcome.ts';
import type { MonitorStatus } from '../../core/monitor/status.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';

const KEPT_BODY_BYTES = 4_096;
const MASK = '********';
const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key']);
const STATUS_OF: Record<Outcome, MonitorStatus> = { OK: 'UP', DEGRADED: 'DEGRADED', FAILED: 'DOWN' };

/** What a check saw, as it is kept: credentials masked, the answer's body only where it failed. */
export function checkLog(input: {
  id: string;
  monitor: Monitor;
  location: string;
  result: ProbeResult;
  judgement: Judgement;
  isRetry: boolean;
  retryOf: string | null;
}): MonitorLog {
  const { monitor, result, judgement } = input;
  const isSuccessful = judgement.outcome !== 'FAILED';
  const response = result.kind === 'response' ? result : null;
  const isHttp = monitor.type === 'HTTP' || monitor.type === 'HTTP_API';
  return {
    id: input.id,
    monitorId: monitor.id,
    location: input.location,
    createdAt: result.startedAt,
    isSuccessful,
    isSslCheck: result.ssl !== null,
    httpStatusCode: response === null ? null : String(response.statusCode),
    status: STATUS_OF[judgement.outcome],
    ...result.phases,
    performanceTime: null,
    accessibilityScore: null,
    seoScore: null,
    bestPracticesScore: null,
    successfulAssertions: judgement.successfulAssertions,
    assertions: judgement.assertions,
    url: monitor.url,
    ...(isHttp ? httpRequestOf(monitor) : NO_REQUEST),
    responseHeaders: response === null ? null : masked(response.headers),
    responseBody: isSuccessful ? null : answerOf(result),
    error: judgement.error,
    sslDetails: result.ssl,
    isRetry: input.isRetry,
    retryOf: input.retryOf,
  };
}

const NO_REQUEST = { method: null, requestHeaders: null, requestBody: null };

function httpRequestOf({ httpMethod, headers, basicAuth, body }: Monitor) {
  return {
    method: httpMethod,
    requestHeaders: masked({ ...headers, ...(basicAuth === null ? {} : { authorization: MASK }) }),
    requestBody: body,
  };
}

/** What came back, as text: a body's beginning, or DNS's answers as lines. */
function answerOf(result: ProbeResult): string | null {
  if (result.kind === 'response') return firstBytes(result.body);
  return result.kind === 'answers' ? firstBytes(result.answers.join('\n')) : null;
}

function masked(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADERS.has(name.toLowerCase()) ? MASK : value,
    ]),
  );
}

function firstBytes(body: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(body).subarray(0, KEPT_BODY_BYTES));
}
