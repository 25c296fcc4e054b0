import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NEW_LOCATION } from '../../../src/core/monitor/status.ts';
import { MINUTE_MS } from '../../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import type { Checked } from '../../../src/services/monitor/checked.ts';
import { recordChecks } from '../../../src/services/monitor/record-checks.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import { someLog } from '../../support/monitor-log.ts';

/* The metric that a monitor's checks feed, and what becomes of it when either of them is changed or deleted. */

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
});

const aMonitor = async (more: object = {}) =>
  (
    await api.post('/monitors', {
      pageId,
      name: 'Checkout',
      url: 'https://shop.test',
      createMetric: true,
      ...more,
    })
  ).body.monitor;
const change = async (id: string, changes: object) =>
  (await api.put(`/monitors/${id}`, changes)).body.monitor;
const metrics = async () => (await api.get(`/v1/${pageId}/metrics`)).body;
const values = async () =>
  (await metrics()).map(({ data }: { data: { value: number }[] }) => data.map(({ value }) => value));

/** What checks of these monitors saw, one each, with its retries: the response times of its logs. */
async function saw(
  ...seen: (readonly [monitorId: string, ...times: (number | null)[]])[]
): Promise<Checked[]> {
  api.clock.move(MINUTE_MS);
  const monitors = await api.store.monitors.loadForCheck(seen.map(([id]) => id));
  const checks = monitors.flatMap((monitor): Checked[] => {
    const [, ...times] = seen.find(([id]) => id === monitor.id) ?? [];
    const createdAt = api.clock.now();
    const logs = times.map((responseTime) =>
      someLog({ id: api.services.ids.next('log'), monitorId: monitor.id, createdAt, responseTime }),
    );
    const state = { ...NEW_LOCATION, confirmedOutcome: 'OK', confirmedAt: createdAt } as const;
    return [{ monitor, location: 'US_EAST_1', logs, state }];
  });
  await recordChecks(contextOf(api.services, SYSTEM), checks);
  return checks;
}

describe("a monitor's metric", () => {
  test('has its name, counts milliseconds and gets a datapoint a check, of the answer that settled it', async () => {
    const { id } = await aMonitor();
    await aMonitor({ name: 'Unmeasured', createMetric: false });
    await saw([id, 120.5]);
    await saw([id, 90, 80]);
    expect(await metrics()).toMatchObject([
      {
        name: 'Checkout',
        suffix: 'ms',
        monitorId: id,
        active: true,
        data: [{ value: 120.5 }, { value: 80 }],
      },
    ]);
    expect((await metrics())[0].data[1].timestamp).toBe(api.clock.now());
  });

  test('gets nothing from a check without an answer, nor twice from one that is recorded twice', async () => {
    const { id } = await aMonitor();
    await saw([id, null]);
    const checks = await saw([id, 70]);
    await recordChecks(contextOf(api.services, SYSTEM), checks);
    expect(await values()).toEqual([[70]]);
  });

  test('gets nothing from a check at a location that does not vote', async () => {
    const { id } = await aMonitor();
    const [checked] = await saw([id, 70]);
    if (checked === undefined) throw new Error('nothing was checked');
    const logs = [someLog({ id: api.services.ids.next('log'), monitorId: id, responseTime: 900 })];
    await recordChecks(contextOf(api.services, SYSTEM), [{ ...checked, logs, state: null }]);
    expect(await values()).toEqual([[70]]);
  });

  test('rests while the monitor is told to feed none, and goes on as the same one', async () => {
    const { id } = await aMonitor();
    await saw([id, 1]);
    await change(id, { createMetric: false });
    await saw([id, 2]);
    await change(id, { createMetric: true });
    await saw([id, 3]);
    expect(await values()).toEqual([[1, 3]]);
  });

  test('is made when the monitor is told so later, once', async () => {
    const { id } = await aMonitor({ createMetric: false });
    expect(await metrics()).toEqual([]);
    for (let times = 0; times < 2; times += 1) await change(id, { createMetric: true });
    expect(await metrics()).toMatchObject([{ monitorId: id }]);
  });

  test('is renamed with the monitor, unless it has a name of its own', async () => {
    const { id } = await aMonitor();
    await change(id, { name: 'Payment' });
    const [{ id: metricId, name }] = await metrics();
    expect(name).toBe('Payment');
    await api.put(`/v1/${pageId}/metrics/${metricId}`, { name: 'Speed' });
    await change(id, { name: 'Checkout' });
    expect(await metrics()).toMatchObject([{ name: 'Speed' }]);
  });

  test('once deleted is fed no more, and comes back only for who asks for it', async () => {
    const { id } = await aMonitor();
    const [metric] = await metrics();
    await api.del(`/v1/${pageId}/metrics/${metric.id}`);
    expect((await api.get(`/monitors/${id}`)).body.monitor.createMetric).toBe(false);
    await change(id, { url: 'https://new.test' });
    await saw([id, 5]);
    expect(await metrics()).toEqual([]);
    await change(id, { createMetric: true });
    await saw([id, 6]);
    expect(await values()).toEqual([[6]]);
  });

  test('outlives the monitor with its data, and takes what is posted', async () => {
    const { id } = await aMonitor();
    await saw([id, 5]);
    await api.del(`/monitors/${id}`);
    const [metric] = await metrics();
    expect(metric).toMatchObject({ monitorId: null, data: [{ value: 5 }] });
    const point = { timestamp: api.clock.now() + MINUTE_MS, value: 6 };
    expect((await api.post(`/v1/${pageId}/metrics/${metric.id}`, point)).status).toBe(200);
    expect(await values()).toEqual([[5, 6]]);
  });

  test('that is deleted while checks are recorded fails none of them', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await aMonitor()).id as string));
    const all = await metrics();
    const removals = Promise.all(
      all.map(async (metric: { id: string }) => (await api.del(`/v1/${pageId}/metrics/${metric.id}`)).status),
    );
    for (let round = 0; round < 5; round += 1) await saw(...ids.map((id) => [id, 10] as const));
    expect(new Set(await removals)).toEqual(new Set([200]));
    expect(await metrics()).toEqual([]);
  });
});
