import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WantedCheck } from '../../../src/services/ports/wake.ts';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';
import { someLog } from '../../support/monitor-log.ts';

let api: TestApi;
let pageId: string;
/** What was asked of the workers; those under way; the most that were under way at one location. */
const asked: WantedCheck[] = [];
let underWay: WantedCheck[] = [];
let most = 0;
/** Monitors whose checks never come back. */
const lost = new Set<string>();

beforeAll(async () => {
  api = await openApi((store) => ({
    wake: {
      at: () => undefined,
      check: async () => undefined,
      checkNow: async (wanted) => {
        asked.push(wanted);
        underWay.push(wanted);
        most = Math.max(most, underWay.filter(({ location }) => location === wanted.location).length);
      },
      ping: async () => ({ ok: true }),
    },
    // Whoever waits lets the workers work; looking takes its time too.
    sleep: async (ms) => {
      api.clock.move(10 * ms);
      const done = underWay.filter(({ monitorId }) => !lost.has(monitorId));
      underWay = underWay.filter(({ monitorId }) => lost.has(monitorId));
      await store.monitors.insertLogs(
        done.map(({ logId: id, monitorId, location }) => someLog({ id, monitorId, location })),
      );
    },
  }));
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
  asked.length = 0;
  underWay = [];
  most = 0;
  lost.clear();
});

const monitor = async (more: object = {}): Promise<string> => {
  api.clock.move(1);
  return (await api.post('/monitors', { pageId, url: 'https://shop.test', ...more })).body.monitor.id;
};
const group = async (more: object = {}): Promise<string> =>
  (await api.post('/monitors-groups', { pageId, name: 'G', ...more })).body.monitor.id;
const run = (id: string, query = '') => api.get(`/monitors-groups/${id}/run${query}`);

describe('a run of a group', () => {
  test('checks every monitor in it and below it, its own first, and answers when all logs are stored', async () => {
    const [deep, own, side, outside] = [await monitor(), await monitor(), await monitor(), await monitor()];
    const top = await group({ monitors: [own] });
    const below = await group({ groupId: top });
    await group({ groupId: below, monitors: [deep] });
    await group({ groupId: top, monitors: [side] });
    await group({ monitors: [outside] });
    const { status, body } = await run(top);
    expect(status).toBe(200);
    expect(asked.map((check) => check.monitorId)).toEqual([own, deep, side]);
    const logIds = asked.map((check) => check.logId);
    expect(body).toEqual({ result: 'OK', monitorLogId: logIds[0], monitorLogIds: logIds });
    expect(await api.store.monitors.storedLogs(logIds)).toHaveLength(3);
  });

  test('checks each at its first location, or all at the one that is named', async () => {
    const one = await monitor({ locations: ['EU_CENTRAL_1', 'US_EAST_1'] });
    const two = await monitor();
    const top = await group({ monitors: [one, two] });
    await run(top);
    await run(top, '?location=AP_SOUTHEAST_2');
    expect(asked.map((check) => check.location)).toEqual([
      'EU_CENTRAL_1',
      'US_EAST_1',
      'AP_SOUTHEAST_2',
      'AP_SOUTHEAST_2',
    ]);
  });

  test('marks its logs as retries, the one of the monitor that the log is of as a retry of it', async () => {
    const [one, two] = [await monitor(), await monitor()];
    const top = await group({ monitors: [one, two] });
    const [, second] = (await run(top)).body.monitorLogIds;
    await run(top, `?retry=true&monitorLogId=${second}`);
    expect(asked.slice(2)).toMatchObject([
      { monitorId: one, isRetry: true, retryOf: null },
      { monitorId: two, isRetry: true, retryOf: second },
    ]);
  });

  test('of an empty group is OK and has no log', async () => {
    const top = await group();
    await group({ groupId: top });
    expect((await run(top)).body).toEqual({ result: 'OK', monitorLogId: '', monitorLogIds: [] });
  });

  test('of many monitors never asks for more than three checks at once from one location', async () => {
    const monitors = [];
    for (let i = 0; i < 20; i += 1) monitors.push(await monitor());
    monitors.push(await monitor({ locations: 'EU_CENTRAL_1' }));
    const { body } = await run(await group({ monitors }));
    expect(body.monitorLogIds).toHaveLength(21);
    expect(most).toBe(3);
    // The other location does not wait for the first one's turns.
    expect(asked.findIndex((check) => check.location === 'EU_CENTRAL_1')).toBe(3);
  });

  test('that is not done in time is unavailable, and says how much of it', async () => {
    const [one, two] = [await monitor(), await monitor()];
    lost.add(two);
    const answer = await run(await group({ monitors: [one, two] }));
    expect(answer.status).toBe(503);
    expect(answer.body.error.message).toBe('1 of 2 checks did not come back within 30 seconds');
  });

  test.each([
    ['location=MARS_1', 'location'],
    ['retry=yes', 'retry'],
    ['retry=true&monitorLogId=log_x', 'monitorLogId'],
  ])('with ?%s is refused and not made', async (query, parameter) => {
    const answer = await run(await group({ monitors: [await monitor()] }), `?${query}`);
    expect([answer.status, pathsOf(answer)]).toEqual([400, [parameter]]);
    expect(asked).toEqual([]);
  });

  test('takes no log of a monitor that is not below the group', async () => {
    const top = await group({ monitors: [await monitor()] });
    const { monitorLogId } = (await run(await group({ monitors: [await monitor()] }))).body;
    const answer = await run(top, `?retry=true&monitorLogId=${monitorLogId}`);
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['monitorLogId']]);
  });
});
