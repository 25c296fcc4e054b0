import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WantedCheck } from '../../../src/services/ports/wake.ts';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { someLog } from '../../support/monitor-log.ts';

let api: TestApi;
let pageId: string;
let path: string;
/** What was asked of the workers, and whether they answer. */
const asked: WantedCheck[] = [];
let answers = true;

beforeAll(async () => {
  api = await openApi((store) => ({
    wake: {
      at: () => undefined,
      check: async () => undefined,
      checkNow: async (wanted) => {
        asked.push(wanted);
        const { logId: id, monitorId, location } = wanted;
        if (answers) await store.monitors.insertLogs([someLog({ id, monitorId, location })]);
      },
      ping: async () => ({ ok: true }),
    },
    sleep: async () => undefined,
  }));
  pageId = await api.page();
  const { body } = await api.post('/monitors', {
    pageId,
    url: 'https://shop.test/',
    locations: ['EU_CENTRAL_1', 'US_EAST_1'],
  });
  path = `/monitors/${body.monitor.id}/run`;
});
afterAll(() => api.close());
beforeEach(() => {
  asked.length = 0;
  answers = true;
});

describe('a check on demand', () => {
  test('answers when its log is stored, by default at the first location of the monitor', async () => {
    const { status, body } = await api.get(`${path}?monitorId=stray`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', message: 'Monitor check run successfully.' });
    expect(asked).toMatchObject([{ location: 'EU_CENTRAL_1', logId: body.monitorLogId, isRetry: false }]);
  });

  test('may be made from a location that the monitor does not use, and as a retry of a log', async () => {
    const first = (await api.get(path)).body.monitorLogId;
    const { status } = await api.get(`${path}?location=AP_SOUTHEAST_2&retry=true&monitorLogId=${first}`);
    expect(status).toBe(200);
    expect(asked[1]).toMatchObject({ location: 'AP_SOUTHEAST_2', isRetry: true, retryOf: first });
  });

  test.each([
    ['location=MARS_1', 'location'],
    ['location=', 'location'],
    ['retry=yes', 'retry'],
    ['retry=true&monitorLogId=log_x', 'monitorLogId'],
  ])('with ?%s is refused and not made', async (query, parameter) => {
    const answer = await api.get(`${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([parameter]);
    expect(asked).toEqual([]);
  });

  test('that nobody makes is unavailable', async () => {
    answers = false;
    expect((await api.get(path)).status).toBe(503);
  });

  test('is refused to a key that may only read, and is not there for the key of another page', async () => {
    expect((await (await api.as('read', pageId)).get(path)).status).toBe(403);
    expect((await (await api.as('write', pageId)).get(path)).status).toBe(200);
    expect((await (await api.as('admin', await api.page('Other'))).get(path)).status).toBe(404);
  });
});
