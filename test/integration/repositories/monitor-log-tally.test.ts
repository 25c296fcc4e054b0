import { afterAll, beforeAll, expect, test } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import type { LogCondition } from '../../../src/services/ports/monitor-logs.ts';
import { API_START, openApi, type TestApi } from '../../support/api.ts';
import { someLog } from '../../support/monitor-log.ts';

let api: TestApi;
let monitorIds: string[];
beforeAll(async () => {
  api = await openApi();
  const pageId = await api.page();
  const create = async () =>
    (await api.post('/monitors', { pageId, url: 'https://shop.test/' })).body.monitor.id as string;
  monitorIds = [await create(), await create(), await create()];
});
afterAll(() => api.close());

const CODES = ['200', '503', null];
/** Logs of all monitors, in an order of its own for each batch. */
const batch = (n: number) =>
  Array.from({ length: 60 }, (_, i) =>
    someLog({
      id: `log_${n}_${i}`,
      monitorId: monitorIds[(i + n) % 3] ?? '',
      location: i % 2 === 0 ? 'US_EAST_1' : 'EU_CENTRAL_1',
      isSuccessful: i % 3 !== 0,
      isRetry: i % 5 === 0,
      status: i % 3 === 0 ? 'DOWN' : 'UP',
      httpStatusCode: CODES[(i + n) % CODES.length] ?? null,
      createdAt: asEpochMs(API_START + n * 1_000),
    }),
  );

const total = async (monitorId: string, equal: Partial<Record<LogCondition['field'], string | boolean>>) => {
  const conditions = Object.entries(equal).map(
    ([field, value]) => ({ field, comparison: 'equals', value }) as LogCondition,
  );
  const sort = { field: 'createdAt', descending: false } as const;
  const query = { monitorId, conditions, sort, offset: 0, limit: 1_000 };
  const { logs, total: said } = await api.store.monitors.listLogs(query);
  return { there: logs.length, said };
};

const QUESTIONS = [
  {},
  { status: 'DOWN' },
  { status: 'UNKNOWN' },
  { httpStatusCode: '503' },
  { location: 'EU_CENTRAL_1', isSuccessful: true },
  { isRetry: true, isSslCheck: false, httpStatusCode: '200' },
] as const;

async function expectTruth(): Promise<void> {
  for (const monitorId of monitorIds) {
    for (const question of QUESTIONS) {
      const { there, said } = await total(monitorId, question);
      expect([monitorId, question, said]).toEqual([monitorId, question, there]);
    }
  }
}

test('a total is what is there, though many write and delete logs of the same monitors at once', async () => {
  const { monitors } = api.store;
  await Promise.all(Array.from({ length: 12 }, (_, n) => monitors.insertLogs(batch(n))));
  // What is stored already is not counted twice.
  await monitors.insertLogs(batch(3));
  await expectTruth();
  expect((await total(monitorIds[0] ?? '', {})).said).toBe(240);

  const [first = ''] = monitorIds;
  await Promise.all([
    monitors.deleteLogsBefore(asEpochMs(API_START + 4_000), 500),
    monitors.insertLogs(batch(20)),
    monitors.deleteLogsOf(first, 50),
    monitors.insertLogs(batch(21)),
  ]);
  await expectTruth();
});

test('a monitor that is deleted leaves no tally behind', async () => {
  const [, second = ''] = monitorIds;
  await api.del(`/monitors/${second}`);
  expect(await total(second, {})).toEqual({ there: 0, said: 0 });
});
