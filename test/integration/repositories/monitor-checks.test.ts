import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NEW_LOCATION } from '../../../src/core/monitor/status.ts';
import { plusMs, type EpochMs } from '../../../src/core/time/instant.ts';
import type { MonitorRepository } from '../../../src/services/ports/monitors.ts';
import { API_START, openApi, type TestApi } from '../../support/api.ts';
import { someLog } from '../../support/monitor-log.ts';

const EVERYWHERE = ['US_EAST_1', 'EU_CENTRAL_1', 'AP_NORTHEAST_1', 'AP_SOUTHEAST_2'];
const MINUTE = 60_000;

let api: TestApi;
let monitors: MonitorRepository;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  monitors = api.store.monitors;
  pageId = await api.page();
});
afterAll(() => api.close());
// Each test has the due times to itself.
beforeEach(async () => {
  const { monitors: left } = await monitors.list({ pageId, offset: 0, limit: 1_000 });
  for (const { id } of left) await monitors.remove(id);
});

const add = async (more: object = {}): Promise<string> => {
  const { body } = await api.post('/monitors', { pageId, url: 'https://shop.test/', ...more });
  return body.monitor.id as string;
};
const at = (ms: number): EpochMs => plusMs(API_START, ms);
const claim = (now: EpochMs, limit = 1_000, locations = EVERYWHERE) =>
  monitors.claimDue({ locations, now, limit });
const keyOf = (check: { monitorId: string; location: string }) => `${check.monitorId} ${check.location}`;

describe('claiming checks', () => {
  test('two claimers at once never get the same one, and together get all', async () => {
    for (let i = 0; i < 10; i += 1) await add({ locations: EVERYWHERE });
    for (let round = 0; round < 5; round += 1) {
      const now = at(round * 5 * MINUTE);
      const claimers = Array.from({ length: 6 }, () => claim(now, 9));
      const handedOut = (await Promise.all(claimers)).flat().map(keyOf);
      const rest = (await claim(now)).map(keyOf);
      expect(new Set([...handedOut, ...rest]).size).toBe(handedOut.length + rest.length);
      expect(handedOut.length + rest.length).toBe(40);
    }
  });

  test('spreads monitors that were made together over their interval from the second check on', async () => {
    for (let i = 0; i < 60; i += 1) await add();
    const claimed = await claim(at(0));
    expect(claimed).toHaveLength(60);
    await monitors.saveOutcomes(
      claimed.map((check) => ({ ...check, state: NEW_LOCATION, lastOutcomeAt: at(0) })),
    );
    const bySecond: number[] = [];
    for (let second = 1; second <= 60; second += 1) bySecond.push((await claim(at(second * 1_000))).length);
    expect(bySecond.reduce((sum, count) => sum + count)).toBe(60);
    expect(Math.max(...bySecond)).toBeLessThan(10);
  });

  test('goes on by the clock there is where that was set back, each in its phase', async () => {
    for (let i = 0; i < 30; i += 1) await add({ checksInterval: 600 });
    const claimed = await claim(at(0));
    const saved = (checks: typeof claimed, ms: number) =>
      monitors.saveOutcomes(
        checks.map((check) => ({ ...check, state: NEW_LOCATION, lastOutcomeAt: at(ms) })),
      );
    await saved(claimed, 0);
    const ahead = 300 * MINUTE;
    const lost = await claim(at(ahead));
    await saved(lost.slice(1), ahead);
    const looked: number[] = [];
    for (let minute = 20; minute < 30; minute += 1) looked.push((await claim(at(minute * MINUTE))).length);
    expect(looked).toEqual(Array.from({ length: 10 }, () => 0));

    const recall = () => monitors.recallPutOff({ now: at(40 * MINUTE), toleranceMs: MINUTE });
    expect(await recall()).toBe(30);
    expect(await recall()).toBe(0);
    const found: string[] = [];
    const most: number[] = [];
    for (let minute = 41; minute <= 50; minute += 1) {
      const due = await claim(at(minute * MINUTE));
      found.push(...due.map(keyOf));
      most.push(due.length);
    }
    expect([found.length, new Set(found).size]).toEqual([30, 30]);
    expect(Math.max(...most)).toBeLessThan(15);
  });

  test('keeps the phase over missed checks, which are skipped', async () => {
    const monitorId = await add({ checksInterval: 10 });
    const seen: number[] = [];
    const isDueBy = async (ms: number) => (await claim(at(ms))).length > 0;
    await claim(at(0));
    for (let ms = MINUTE; ms < MINUTE + 10_000 && seen.length === 0; ms += 500) {
      if (await isDueBy(ms)) seen.push(ms);
    }
    // Held back by its own claim for a minute, it is due the moment that ends; then again by its phase.
    expect(seen).toEqual([MINUTE]);
    const free = async (ms: number) => {
      await monitors.saveOutcomes([
        { monitorId, location: 'US_EAST_1', state: NEW_LOCATION, lastOutcomeAt: at(ms) },
      ]);
    };
    const dues: number[] = [];
    await free(MINUTE);
    for (let ms = MINUTE; dues.length < 3; ms += 100) {
      if (!(await isDueBy(ms))) continue;
      dues.push(ms);
      await free(ms);
    }
    expect(dues.map((due) => due - (dues[0] ?? 0))).toEqual([0, 10_000, 20_000]);
    const late = (dues[2] ?? 0) + 34_000;
    expect(await isDueBy(late)).toBe(true);
    await free(late);
    expect(await isDueBy(late + 5_900)).toBe(false);
    expect(await isDueBy(late + 6_000)).toBe(true);
  });

  test('hands out only what belongs to the given locations, longest due first', async () => {
    await add({ locations: ['EU_CENTRAL_1', 'US_EAST_1'] });
    expect((await claim(at(0), 10, ['EU_CENTRAL_1'])).map((check) => check.location)).toEqual([
      'EU_CENTRAL_1',
    ]);
    expect(await claim(at(0), 10, [])).toEqual([]);
    expect(await claim(plusMs(API_START, -2 * MINUTE))).toEqual([]);
  });

  test('does not hand out a check that is under way, and hands it out again when it is lost', async () => {
    await add({ checksInterval: 5 });
    const [first] = await claim(at(0));
    expect(await claim(at(30_000))).toEqual([]);
    const lost = (claimedBefore: EpochMs, now: EpochMs) =>
      monitors.reclaimLost({ locations: EVERYWHERE, claimedBefore, now, limit: 10 });
    expect(await lost(at(0), at(40_000))).toEqual([]);
    expect(await lost(at(1), at(40_000))).toEqual([{ ...first, claimedAt: at(40_000) }]);
    expect(await lost(at(40_000), at(41_000))).toEqual([]);
    expect(await claim(at(99_999))).toEqual([]);
    expect(await claim(at(100_000))).toHaveLength(1);
  });
});

describe('outcomes', () => {
  test('are kept by location, end the claim, and are loaded with the monitor', async () => {
    const monitorId = await add({
      locations: ['EU_CENTRAL_1', 'US_EAST_1'],
      basicAuth: { username: 'u', password: 'p' },
    });
    await claim(at(0));
    const state = {
      confirmedOutcome: 'OK',
      confirmedAt: at(5),
      pendingOutcome: 'FAILED',
      pendingCount: 1,
    } as const;
    await monitors.saveOutcomes([
      { monitorId, location: 'US_EAST_1', state, lastOutcomeAt: at(6) },
      { monitorId, location: 'AP_NORTHEAST_1', state, lastOutcomeAt: at(6) },
      { monitorId: 'mon_gone', location: 'US_EAST_1', state, lastOutcomeAt: at(6) },
    ]);
    const [loaded, ...others] = await monitors.loadForCheck([monitorId, 'mon_gone']);
    expect(others).toEqual([]);
    expect(loaded).toMatchObject({ id: monitorId, basicAuth: { username: 'u', password: 'p' } });
    expect(loaded?.places).toEqual([
      { location: 'EU_CENTRAL_1', state: NEW_LOCATION, lastOutcomeAt: null },
      { location: 'US_EAST_1', state, lastOutcomeAt: at(6) },
    ]);
    const lost = await monitors.reclaimLost({
      locations: EVERYWHERE,
      claimedBefore: at(1),
      now: at(2),
      limit: 10,
    });
    expect(lost.map((check) => check.location)).toEqual(['EU_CENTRAL_1']);
  });

  test('batches that overlap in another order do not deadlock', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await add());
    const save = (order: readonly string[]) =>
      monitors.saveOutcomes(
        order.map((monitorId) => ({
          monitorId,
          location: 'US_EAST_1',
          state: NEW_LOCATION,
          lastOutcomeAt: at(0),
        })),
      );
    const writers = Array.from({ length: 20 }, (_, i) => save(i % 2 === 0 ? ids : ids.toReversed()));
    await expect(Promise.all(writers)).resolves.toHaveLength(20);
  });

  test('make a monitor stale when none came for three intervals, and a pause excuses it', async () => {
    const monitorId = await add({ locations: ['US_EAST_1', 'EU_CENTRAL_1'] });
    const stale = async (ms: number) =>
      (await monitors.staleMonitors(at(ms), 10)).map((found) => found.monitorId);
    expect(await stale(10 * MINUTE)).toEqual([]);
    await monitors.setStatus({ monitorId, from: 'UNKNOWN', to: 'DOWN', now: at(0) });
    await monitors.saveOutcomes([
      { monitorId, location: 'EU_CENTRAL_1', state: NEW_LOCATION, lastOutcomeAt: at(0) },
    ]);
    expect(await stale(3 * MINUTE - 1)).toEqual([]);
    expect(await monitors.staleMonitors(at(3 * MINUTE), 10)).toEqual([{ monitorId, status: 'DOWN' }]);
    expect(await monitors.staleMonitors(at(3 * MINUTE), 0)).toEqual([]);
    await api.put(`/monitors/${monitorId}`, { paused: true });
    expect(await stale(3 * MINUTE)).toEqual([]);
  });

  test('the time of the last check never moves backwards', async () => {
    const monitorId = await add();
    await monitors.touch([monitorId, 'mon_gone'], at(5));
    await monitors.touch([monitorId], at(3));
    expect((await monitors.find(monitorId))?.lastCheckedAt).toBe(at(5));
  });

  test('of two that change a status at once, one wins', async () => {
    const monitorId = await add();
    const change = { monitorId, from: 'UNKNOWN', to: 'UP', now: at(1) } as const;
    const won = await Promise.all(Array.from({ length: 5 }, () => monitors.setStatus(change)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await monitors.find(monitorId)).toMatchObject({ status: 'UP', statusChangedAt: at(1) });
  });
});

describe('logs', () => {
  test('keep everything that a check saw, also what the database cannot store as it is', async () => {
    const monitorId = await add();
    const log = someLog({
      id: 'log_full',
      monitorId,
      responseTime: 12.3456789,
      assertions: [
        { type: 'BODY', comparison: 'CONTAINS', selector: null, value: 'ok', actual: 'no', success: false },
      ],
      requestHeaders: { accept: '*/*' },
      responseHeaders: {},
      responseBody: '\\u0000 "quoted" ✓ 😀',
      sslDetails: {
        issuer: 'CA',
        subject: 'shop',
        validFrom: at(0),
        validTo: at(5),
        daysUntilExpiration: -1,
      },
    });
    await monitors.insertLogs([log]);
    expect(await monitors.findLog('log_full')).toEqual(log);
    await monitors.insertLogs([
      { ...log, id: 'log_raw', responseBody: 'a\u0000b\ud800c', responseHeaders: { x: '\u0000' } },
    ]);
    expect(await monitors.findLog('log_raw')).toMatchObject({
      responseBody: 'a\ufffdb\ufffdc',
      responseHeaders: { x: '\ufffd' },
    });
  });

  test('of a deleted monitor or written twice do not spoil a batch', async () => {
    const monitorId = await add();
    const log = someLog({ id: 'log_twice', monitorId });
    await monitors.insertLogs([log]);
    await monitors.insertLogs([
      log,
      someLog({ id: 'log_x', monitorId: 'mon_gone' }),
      someLog({ id: 'log_new', monitorId }),
    ]);
    const query = {
      monitorId,
      conditions: [],
      sort: { field: 'createdAt', descending: false },
      offset: 0,
      limit: 10,
    } as const;
    expect((await monitors.listLogs(query)).logs.map(({ id }) => id)).toEqual(['log_new', 'log_twice']);
  });

  test('are deleted from the oldest on, a batch at a time', async () => {
    const monitorId = await add();
    await monitors.insertLogs(
      [1, 2, 3, 4].map((n) => someLog({ id: `log_old_${n}`, monitorId, createdAt: at(n) })),
    );
    expect(await monitors.deleteLogsBefore(at(4), 2)).toBe(2);
    expect(await monitors.findLog('log_old_2')).toBeNull();
    expect(await monitors.findLog('log_old_3')).not.toBeNull();
    expect(await monitors.deleteLogsBefore(at(4), 2)).toBe(1);
    expect(await monitors.findLog('log_old_4')).not.toBeNull();
  });
});
