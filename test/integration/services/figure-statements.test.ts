import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NEW_LOCATION } from '../../../src/core/monitor/status.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { recordChecks } from '../../../src/services/monitor/record-checks.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import { monitorEffects } from '../../support/monitor-effects.ts';
import { someLog } from '../../support/monitor-log.ts';

/* Figures cost a constant number of statements, however many there are. */

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  pageId = await api.page();
});
afterAll(() => api.close());

/** What of `work` is asked of the database, without what frames transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method
  const run = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text: string }];
    statements.push(typeof asked === 'string' ? asked : asked.text);
    return run.apply(this, given);
  } as never);
  await work();
  spy.mockRestore();
  return statements;
}

test('a batch of checks feeds all its metrics by one statement, and by none where there are none', async () => {
  const monitor = (i: number, createMetric: boolean) =>
    api.post('/monitors', { pageId, name: `Checkout ${i}`, url: 'https://shop.test', createMetric });
  const record = async (ids: readonly string[]) => {
    const monitors = await api.store.monitors.loadForCheck(ids);
    const createdAt = api.clock.now();
    return statementsOf(() =>
      recordChecks(
        contextOf(api.services, SYSTEM),
        monitors.map((loaded) => ({
          monitor: loaded,
          location: 'US_EAST_1',
          logs: [someLog({ id: api.services.ids.next('log'), monitorId: loaded.id, responseTime: 5 })],
          // Of no news, so that nothing else follows.
          state: { ...NEW_LOCATION, confirmedAt: createdAt },
        })),
      ),
    );
  };
  const idsOf = async (howMany: number, createMetric: boolean): Promise<string[]> => {
    const made = await Promise.all(Array.from({ length: howMany }, (_, i) => monitor(i, createMetric)));
    return made.map(({ body }) => body.monitor.id);
  };
  const without = await record(await idsOf(3, false));
  const few = await record(await idsOf(2, true));
  const many = await record(await idsOf(30, true));
  const feeding = (statements: readonly string[]) =>
    statements.filter((text) => text.includes('metric_point'));
  expect([feeding(without).length, feeding(few).length, feeding(many).length]).toEqual([0, 1, 1]);
});

test('a list of components has all its uptimes by one statement, a list of metrics all its data', async () => {
  const page = monitorEffects(api, pageId);
  const grow = async (howMany: number) => {
    for (let i = 0; i < howMany; i += 1) {
      const { id } = await page.monitor({
        createComponent: true,
        createMetric: true,
        onFail: { createOutageDuration: true },
        onRecover: { resolveOutageDuration: true },
      });
      await page.saw(id, 'FAILED');
      await page.saw(id, 'OK');
    }
  };
  const lists = [`/v1/${pageId}/components`, `/v1/${pageId}/metrics`];
  const counts = async () => {
    const counted = [];
    for (const list of lists) counted.push((await statementsOf(() => api.get(list))).length);
    return counted;
  };
  await grow(1);
  // The first answers may load what later ones know.
  await counts();
  const few = await counts();
  await grow(10);
  expect(await counts()).toEqual(few);
});
