import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asEpochMs, DAY_MS, HOUR_MS } from '../../../src/core/time/instant.ts';
import type { MonitorLog } from '../../../src/services/ports/monitor-logs.ts';
import { API_START, openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { someLog } from '../../support/monitor-log.ts';

/* Every field of logs by which they can be filtered or sorted, in every form, against the same done by hand. */

type Field = keyof MonitorLog;
const TIMES = [
  'dnsTime',
  'tcpTime',
  'tlsTime',
  'firstByteTime',
  'downloadTime',
  'responseTime',
  'performanceTime',
] as const;
const SCORES = ['accessibilityScore', 'seoScore', 'bestPracticesScore'] as const;
const NUMBERS = [...TIMES, ...SCORES, 'successfulAssertions'] as const;
const TEXTS = ['httpStatusCode', 'url', 'method', 'requestBody', 'responseBody', 'error', 'retryOf'] as const;

const value = (i: number, of: number): number | null => (i % of === 0 ? null : ((i * 7) % of) + 0.5);
const text = (i: number, of: number): string | null => (i % of === 0 ? null : `text ${(i * 5) % of}`);

/** Logs that share values and instants, lack values, and are stored in another order than that of their ids. */
const LOGS: MonitorLog[] = Array.from({ length: 48 }, (_, i) =>
  someLog({
    id: `log_${String((i * 29) % 48).padStart(2, '0')}`,
    monitorId: '',
    location: i % 3 === 0 ? 'EU_CENTRAL_1' : 'US_EAST_1',
    createdAt: asEpochMs(API_START - (i % 16) * 3 * HOUR_MS),
    isSuccessful: i % 4 !== 0,
    isSslCheck: i % 5 === 0,
    isRetry: i % 7 === 0,
    status: (['UP', 'DOWN', 'DEGRADED', 'UNKNOWN'] as const)[i % 4] ?? 'UP',
    successfulAssertions: i % 3,
    ...Object.fromEntries([...TIMES, ...SCORES].map((field, at) => [field, value(i, 4 + at)])),
    ...Object.fromEntries(TEXTS.map((field, at) => [field, text(i, 4 + at)])),
  }),
);

let api: TestApi;
let monitorId: string;
beforeAll(async () => {
  api = await openApi();
  const pageId = await api.page();
  monitorId = (await api.post('/monitors', { pageId, url: 'https://shop.test/' })).body.monitor.id;
  await api.store.monitors.insertLogs(LOGS.map((log) => ({ ...log, monitorId })));
});
afterAll(() => api.close());

const ask = (query: Record<string, string>) =>
  api.get(`/monitors/${monitorId}/logs?${new URLSearchParams(query).toString()}`);
/** The ids that a query finds, in order; fails unless the total says the same. */
async function found(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  const ids = body.monitorLogs.map((log: { id: string }) => log.id);
  expect(body.total).toBe(ids.length);
  return ids.toSorted();
}
const matching = (holds: (log: MonitorLog) => boolean): string[] =>
  LOGS.filter(holds)
    .map(({ id }) => id)
    .toSorted();
const spelled = (field: string): string => (field === 'accessibilityScore' ? 'accessabilityScore' : field);

describe('logs are filtered', () => {
  test.each([...NUMBERS, ...TEXTS])('by %s: equal, from, to, between, and as JSON text', async (field) => {
    const values = LOGS.flatMap((log) => (log[field] === null ? [] : [log[field]])).toSorted((a, b) =>
      a < b ? -1 : 1,
    );
    const [low, high] = [values[Math.floor(values.length / 4)], values[Math.floor(values.length / 2)]];
    if (low === undefined || high === undefined || low === null || high === null)
      throw new Error('no values');
    const name = spelled(field);
    const at = (log: MonitorLog) => log[field];
    const from = matching((log) => at(log) !== null && (at(log) ?? low) >= low);
    const upTo = matching((log) => at(log) !== null && (at(log) ?? high) <= high);
    const between = from.filter((id) => upTo.includes(id));
    expect(between.length).toBeGreaterThan(0);
    expect(between.length).toBeLessThan(LOGS.length);
    expect(await found({ [name]: String(low) })).toEqual(matching((log) => at(log) === low));
    expect(await found({ [`${name}[gte]`]: String(low) })).toEqual(from);
    expect(await found({ [`${name}[lte]`]: String(high) })).toEqual(upTo);
    expect(await found({ [`${name}[gte]`]: String(low), [`${name}[lte]`]: String(high) })).toEqual(between);
    expect(await found({ [name]: JSON.stringify({ gte: low, lte: high }) })).toEqual(between);
    expect(await found({ [name]: JSON.stringify({ lte: high }) })).toEqual(upTo);
    expect(await found({ [name]: JSON.stringify({ gte: String(low) }) })).toEqual(from);
  });

  test.each(['isSuccessful', 'isSSLCheck', 'isRetry'])('by %s', async (name) => {
    const field = name === 'isSSLCheck' ? 'isSslCheck' : (name as Field);
    for (const wanted of [true, false]) {
      expect(await found({ [name]: String(wanted) })).toEqual(matching((log) => log[field] === wanted));
    }
    for (const wrong of ['1', 'yes', 'TRUE', '']) {
      expect(pathsOf(await ask({ [name]: wrong }))).toEqual([name]);
    }
  });

  test.each([
    ['location', 'EU_CENTRAL_1'],
    ['status', 'DEGRADED'],
    ['id', 'log_07'],
  ] as const)('by %s', async (field, wanted) => {
    expect(await found({ [field]: wanted })).toEqual(matching((log) => log[field] === wanted));
  });

  test('by an instant in every form, a bare date being its whole day', async () => {
    const at = API_START - 9 * HOUR_MS;
    const exact = matching(({ createdAt }) => createdAt === at);
    const iso = new Date(at).toISOString();
    const offset = `${new Date(at + 2 * HOUR_MS).toISOString().slice(0, -1)}+02:00`;
    for (const createdAt of [iso, String(at), offset]) expect(await found({ createdAt })).toEqual(exact);
    const from = matching(({ createdAt }) => createdAt >= at);
    const upTo = matching(({ createdAt }) => createdAt <= at);
    expect(await found({ 'createdAt[gte]': iso })).toEqual(from);
    expect(await found({ 'createdAt[lte]': String(at) })).toEqual(upTo);
    expect(await found({ createdAt: JSON.stringify({ gte: at }) })).toEqual(from);
    expect(await found({ createdAt: JSON.stringify({ gte: iso, lte: iso }) })).toEqual(exact);
    const midnight = Date.UTC(2026, 0, 14);
    const day = matching(({ createdAt }) => createdAt >= midnight && createdAt < midnight + DAY_MS);
    expect(day.length).toBeGreaterThan(0);
    expect(await found({ createdAt: '2026-01-14' })).toEqual(day);
    expect(await found({ createdAt: '{"gte": "2026-01-14", "lte": "2026-01-14"}' })).toEqual(day);
    expect(await found({ 'createdAt[lte]': '2026-01-14' })).toEqual(
      matching(({ createdAt }) => createdAt < midnight + DAY_MS),
    );
  });

  test('by several fields at once', async () => {
    expect(
      await found({ status: 'UP', location: 'US_EAST_1', 'responseTime[gte]': '2', isSuccessful: 'false' }),
    ).toEqual(
      matching(
        (log) =>
          log.status === 'UP' &&
          log.location === 'US_EAST_1' &&
          (log.responseTime ?? 0) >= 2 &&
          !log.isSuccessful,
      ),
    );
  });

  test.each([
    ['successfulAssertions', '1.5'],
    ['successfulAssertions', '-1'],
    ['successfulAssertions', '99999999999'],
    ['successfulAssertions', '-99999999999'],
    ['responseTime', '1e300'],
    ['seoScore', '-0'],
  ] as const)('by %s = %s, which none has, without an error', async (field, wanted) => {
    expect(await found({ [field]: wanted })).toEqual([]);
    const at = (log: MonitorLog) => log[field];
    expect(await found({ [`${field}[gte]`]: wanted })).toEqual(
      matching((log) => at(log) !== null && (at(log) ?? 0) >= Number(wanted)),
    );
    expect(await found({ [`${field}[lte]`]: wanted })).toEqual(
      matching((log) => at(log) !== null && (at(log) ?? 0) <= Number(wanted)),
    );
  });

  test.each([
    [{ responseTime: 'fast' }, 'responseTime'],
    [{ responseTime: '' }, 'responseTime'],
    [{ 'seoScore[gte]': 'NaN' }, 'seoScore[gte]'],
    [{ tlsTime: '{"gt": 1}' }, 'tlsTime'],
    [{ tlsTime: '{"gte": ' }, 'tlsTime'],
    [{ createdAt: 'yesterday' }, 'createdAt'],
    [{ createdAt: '{"gte": "2026-02-30"}' }, 'createdAt'],
    [{ status: 'up' }, 'status'],
    [{ location: 'MARS' }, 'location'],
    [{ sort: 'colour' }, 'sort'],
    [{ sort: '--createdAt' }, 'sort'],
    [{ sort: 'suppressedBy' }, 'sort'],
  ])('never by %j', async (query, path) => {
    const answer = await ask(query as Record<string, string>);
    expect([answer.status, pathsOf(answer)]).toEqual([400, [path]]);
  });
});

const SORTED = [
  'id',
  'location',
  'createdAt',
  'isSuccessful',
  'isSSLCheck',
  'isRetry',
  'status',
  ...NUMBERS,
  'accessabilityScore',
  ...TEXTS,
  'chronologically',
] as const;
const FIELDS: Record<string, Field> = {
  isSSLCheck: 'isSslCheck',
  accessabilityScore: 'accessibilityScore',
  chronologically: 'createdAt',
};

/** As sorting is promised: ties by rising id, logs without a value last. */
function sortedByHand(name: string, descending: boolean): string[] {
  const field = FIELDS[name] ?? (name as Field);
  const compare = (a: MonitorLog, b: MonitorLog): number => {
    const [x, y] = [a[field], b[field]];
    if (x === y) return a.id < b.id ? -1 : 1;
    if (x === null || y === null) return x === null ? 1 : -1;
    return (x < y ? -1 : 1) * (descending ? -1 : 1);
  };
  return LOGS.toSorted(compare).map(({ id }) => id);
}

describe('logs are sorted', () => {
  test.each(SORTED)('by %s, rising and falling, and in pages too', async (name) => {
    for (const [sort, descending] of [
      [name, false],
      [`-${name}`, true],
    ] as const) {
      const expected = sortedByHand(name, descending);
      const ids = async (query: Record<string, string>): Promise<string[]> =>
        (await ask({ sort, ...query })).body.monitorLogs.map((log: { id: string }) => log.id);
      expect(await ids({})).toEqual(expected);
      const pages = [];
      for (let page = 1; page <= 5; page += 1)
        pages.push(...(await ids({ page: String(page), limit: '11' })));
      expect(pages).toEqual(expected);
      expect(await ids({ page: '9', limit: '11' })).toEqual([]);
    }
  });

  test.each(['assertions', 'requestHeaders', 'responseHeaders', 'sslDetails', 'monitorId'])(
    'by %s too, whatever its order',
    async (name) => {
      for (const sort of [name, `-${name}`]) {
        const { status, body } = await ask({ sort });
        expect([status, body.total]).toEqual([200, LOGS.length]);
      }
    },
  );

  test('with their total on every page, those behind the last one too', async () => {
    for (const page of ['1', '4', '5', '6', '100000000']) {
      const { body } = await ask({ page, limit: '12', sort: '-responseTime' });
      expect(body).toMatchObject({ total: 48, totalPages: 4, page: Number(page) });
    }
  });
});
