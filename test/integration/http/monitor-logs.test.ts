import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import type { MonitorLog } from '../../../src/services/ports/monitor-logs.ts';
import { API_START, openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { someLog } from '../../support/monitor-log.ts';

let api: TestApi;
let pageId: string;
let monitorId: string;

/** Four logs, a to d; what they do not say is null or false. */
const LOGS: Record<string, Partial<MonitorLog>> = {
  a: {
    createdAt: Date.UTC(2026, 0, 10, 23, 59, 59, 999) as MonitorLog['createdAt'],
    responseTime: 100.5,
    httpStatusCode: '200',
  },
  b: {
    createdAt: Date.UTC(2026, 0, 11) as MonitorLog['createdAt'],
    responseTime: 300,
    httpStatusCode: '503',
    isSuccessful: false,
    status: 'DOWN',
    location: 'EU_CENTRAL_1',
    error: 'refused',
  },
  c: {
    createdAt: Date.UTC(2026, 0, 11, 23, 59, 59, 999) as MonitorLog['createdAt'],
    responseTime: 300,
    isSslCheck: true,
    seoScore: 90,
    accessibilityScore: 80,
    successfulAssertions: 2,
  },
  d: {
    createdAt: Date.UTC(2026, 0, 12) as MonitorLog['createdAt'],
    responseTime: null,
    isRetry: true,
    retryOf: 'log_c',
    status: 'DEGRADED',
    tlsTime: 7,
  },
};

beforeAll(async () => {
  api = await openApi();
  pageId = await api.page();
  monitorId = (await api.post('/monitors', { pageId, url: 'https://shop.test/' })).body.monitor.id;
  const logs = Object.entries(LOGS).map(([name, log]) => someLog({ id: `log_${name}`, monitorId, ...log }));
  await api.store.monitors.insertLogs(logs.toReversed());
});
afterAll(() => api.close());

const logs = (query = '') => api.get(`/monitors/${monitorId}/logs${query}`);
const namesOf = (body: { monitorLogs: { id: string }[] }) =>
  body.monitorLogs.map(({ id }) => id.replace('log_', '')).join('');

describe('monitor logs', () => {
  test('come in order of time with all their fields, the misspelled one too', async () => {
    const { body } = await logs();
    expect(namesOf(body)).toBe('abcd');
    expect(body).toMatchObject({ total: 4, page: 1, totalPages: 1, limit: 100 });
    expect(body.monitorLogs[2]).toEqual({
      id: 'log_c',
      monitorId,
      location: 'US_EAST_1',
      createdAt: '2026-01-11T23:59:59.999Z',
      isSuccessful: true,
      isSSLCheck: true,
      httpStatusCode: null,
      status: 'UP',
      dnsTime: null,
      tcpTime: null,
      tlsTime: null,
      firstByteTime: null,
      downloadTime: null,
      responseTime: 300,
      performanceTime: null,
      accessibilityScore: 80,
      accessabilityScore: 80,
      seoScore: 90,
      bestPracticesScore: null,
      successfulAssertions: 2,
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
      suppressedBy: null,
    });
  });

  test.each([
    ['location=EU_CENTRAL_1', 'b'],
    ['isSuccessful=false', 'b'],
    ['isSSLCheck=true', 'c'],
    ['isRetry=true', 'd'],
    ['httpStatusCode=503', 'b'],
    ['httpStatusCode[gte]=300', 'b'],
    ['status=DEGRADED', 'd'],
    ['responseTime=100.5', 'a'],
    ['responseTime=300', 'bc'],
    ['responseTime[gte]=100.6', 'bc'],
    ['responseTime[lte]=100.5', 'a'],
    ['responseTime[gte]=100&responseTime[lte]=200', 'a'],
    [`responseTime=${encodeURIComponent('{"gte":100,"lte":"200"}')}`, 'a'],
    ['responseTime%5Bgte%5D=300', 'bc'],
    ['tlsTime=7', 'd'],
    ['accessabilityScore=80', 'c'],
    ['accessibilityScore[gte]=80', 'c'],
    ['seoScore[lte]=90', 'c'],
    ['successfulAssertions[gte]=1', 'c'],
    ['createdAt=2026-01-11', 'bc'],
    ['createdAt=2026-01-11T23:59:59.999Z', 'c'],
    ['createdAt=2026-01-12T01:59:59.999%2B02:00', 'c'],
    ['createdAt=2026-01-12T01:59:59.999+02:00', 'c'],
    [`createdAt=${Date.UTC(2026, 0, 12)}`, 'd'],
    ['createdAt[gte]=2026-01-11', 'bcd'],
    ['createdAt[lte]=2026-01-11', 'abc'],
    ['createdAt[lte]=2026-01-11T00:00:00', 'ab'],
    [`createdAt=${encodeURIComponent('{"gte":"2026-01-11","lte":"2026-01-11"}')}`, 'bc'],
    [`createdAt=${encodeURIComponent(`{"gte":${Date.UTC(2026, 0, 12)}}`)}`, 'd'],
    ['error=refused', 'b'],
    ['retryOf=log_c', 'd'],
    ['isSuccessful=true&responseTime=300', 'c'],
    ['unknown=1', 'abcd'],
    ['sort=chronologically', 'abcd'],
    ['sort=-createdAt', 'dcba'],
    ['sort=responseTime', 'abcd'],
    ['sort=-responseTime', 'bcad'],
    ['sort=location', 'bacd'],
    ['sort=isSSLCheck', 'abdc'],
    ['sort=-accessabilityScore', 'cabd'],
    ['sort=-assertions', 'abcd'],
    ['limit=2&page=2', 'cd'],
    ['limit=3&page=9', ''],
  ])('?%s finds %s', async (query, expected) => {
    const { status, body } = await logs(`?${query}`);
    expect(status).toBe(200);
    expect(namesOf(body)).toBe(expected);
  });

  test.each([
    ['limit=1001', 'limit'],
    ['page=0', 'page'],
    ['monitorId=mon_x', 'monitorId'],
    ['location=MARS_1', 'location'],
    ['status=BROKEN', 'status'],
    ['isSuccessful=1', 'isSuccessful'],
    ['isSSLCheck=yes', 'isSSLCheck'],
    ['responseTime=fast', 'responseTime'],
    ['responseTime[gte]=', 'responseTime[gte]'],
    ['responseTime=0x10', 'responseTime'],
    [`responseTime=${encodeURIComponent('{"gt":1}')}`, 'responseTime'],
    [`responseTime=${encodeURIComponent('{"gte":')}`, 'responseTime'],
    ['createdAt=yesterday', 'createdAt'],
    ['createdAt=2026-02-30', 'createdAt'],
    ['createdAt[lte]=2026-13-01T00:00:00Z', 'createdAt[lte]'],
    ['sort=mood', 'sort'],
    ['sort=--createdAt', 'sort'],
    ['responseTime=1&responseTime=2', 'responseTime'],
  ])('?%s is refused, naming the parameter', async (query, path) => {
    const answer = await logs(`?${query}`);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([path]);
  });

  test('take their own monitor as a filter', async () => {
    expect((await logs(`?monitorId=${monitorId}`)).body.total).toBe(4);
  });

  test('are counted for the last five minutes; a key that is bound to a page counts its own', async () => {
    const message = (count: number) => `${count} logs were inserted in the last 5 minutes.`;
    const recent = [0, 299_999, 300_001].map((ago, index) =>
      someLog({ id: `log_recent_${index}`, monitorId, createdAt: asEpochMs(API_START - ago) }),
    );
    await api.store.monitors.insertLogs(recent);
    expect((await api.get('/monitors/check_inserted_logs')).body).toEqual({ message: message(2) });
    const own = await api.as('read', pageId);
    const other = await api.as('read', await api.page('Other'));
    expect((await own.get('/monitors/check_inserted_logs')).body.message).toBe(message(2));
    expect((await other.get('/monitors/check_inserted_logs')).body.message).toBe(message(0));
  });
});
