import type { MonitorLog } from '../../src/services/ports/monitor-logs.ts';
import { API_START } from './api.ts';

/** A log of a check that went well; what is not given is empty. */
export function someLog(given: Partial<MonitorLog> & Pick<MonitorLog, 'id' | 'monitorId'>): MonitorLog {
  return {
    location: 'US_EAST_1',
    createdAt: API_START,
    isSuccessful: true,
    isSslCheck: false,
    httpStatusCode: null,
    status: 'UP',
    dnsTime: null,
    tcpTime: null,
    tlsTime: null,
    firstByteTime: null,
    downloadTime: null,
    responseTime: null,
    performanceTime: null,
    accessibilityScore: null,
    seoScore: null,
    bestPracticesScore: null,
    successfulAssertions: 0,
    assertions: [],
    url: 'https://shop.test/',
    method: 'GET',
    requestHeaders: null,
    requestBody: null,
    responseHeaders: null,
    responseBody: null,
    error: null,
    sslDetails: null,
    isRetry: false,
    retryOf: null,
    ...given,
  };
}
