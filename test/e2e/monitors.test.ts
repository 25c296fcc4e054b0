import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { chatPage } from '../support/pages-seen.ts';
import { SIGNING_SECRET, startProduct, type Json, type Product } from '../support/product.ts';
import { startTarget, type Target } from '../support/target.ts';
import { aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

/* What monitors make of a real target. Every check is asked for, so that nothing here waits for an interval. */

let slack: FakeSlack;
let target: Target;
let product: Product;
let pageId: string;

beforeAll(async () => {
  slack = await startFakeSlack();
  target = await startTarget();
  product = await startProduct(
    { SLACK_BOT_TOKEN: 'xoxb-test', SLACK_SIGNING_SECRET: SIGNING_SECRET, SLACK_API_URL: slack.apiUrl },
    { timers: false },
  );
  ({ pageId } = await aTeamOnCall(product, { chatChannel: null }));
});
afterAll(async () => {
  await product?.close();
  await target?.close();
  await slack?.close();
});
beforeEach(() => target.recover());

async function aMonitor(name: string, more: Json = {}) {
  const { monitor } = await product.ok('POST', '/monitors', {
    pageId,
    name,
    url: target.url,
    checksInterval: 3_600,
    ...more,
  });
  const run = async (location = 'US_EAST_1') =>
    product.ok('GET', `/monitors/${monitor.id}/run?location=${location}`);
  const status = async (): Promise<string> =>
    (await product.ok('GET', `/monitors/${monitor.id}`)).monitor.status;
  const incidents = async (): Promise<Json[]> => {
    const all = (await product.ok('GET', `/v1/${pageId}/incidents`)) as Json[];
    return all.filter((incident) => incident.name === `${name} is down`);
  };
  /** A check that leads to a status; it is known a moment after the check's log is. */
  const check = async (expected: string, location?: string) => {
    await run(location);
    await until(`${name} is ${expected}`, async () => (await status()) === expected);
  };
  return { run, check, status, incidents };
}

describe('a monitor', () => {
  test.each([0, 1, 2])(
    'with %i confirmations is DOWN after as many retries, and UP again the same way',
    async (n) => {
      const name = `confirmed ${n} times`;
      const { check, incidents } = await aMonitor(name, { failureConfirmations: n });
      await check('UP');

      target.fail();
      const before = target.hits();
      await check('DOWN');
      expect(target.hits() - before).toBe(n + 1);
      await chatPage(slack, 'D0ANN', `${name} is down`);
      expect(await incidents()).toMatchObject([{ source: 'MONITOR', response: { state: 'TRIGGERED' } }]);

      target.recover();
      const down = target.hits();
      await check('UP');
      expect(target.hits() - down).toBe(n + 1);
      expect(await incidents()).toMatchObject([{ response: { state: 'RESOLVED' } }]);
    },
  );

  test.each([1, 2])('with %i confirmations stays UP when a retry disagrees', async (n) => {
    const { run, check, status, incidents } = await aMonitor(`doubted ${n} times`, {
      failureConfirmations: n,
    });
    await check('UP');
    target.fail(n);
    await run();
    // By the end of another check the first one has had its effects.
    await run();
    expect(await status()).toBe('UP');
    expect(await incidents()).toEqual([]);
  });

  test('is DEGRADED while only its response time fails, which opens no incident', async () => {
    const { check, incidents } = await aMonitor('slow', {
      assertions: [{ type: 'RESPONSE_TIME', comparison: 'LESS_THAN', value: '700' }],
    });
    await check('UP');
    target.slow(750);
    await check('DEGRADED');
    target.recover();
    await check('UP');
    expect(await incidents()).toEqual([]);
  });

  test('with two locations is DOWN only when both say so', async () => {
    const locations = ['US_EAST_1', 'EU_CENTRAL_1'];
    const { check, incidents } = await aMonitor('from two places', { locations });
    await check('UP', 'US_EAST_1');
    await check('UP', 'EU_CENTRAL_1');
    target.fail();
    await check('DEGRADED', 'US_EAST_1');
    expect(await incidents()).toEqual([]);
    await check('DOWN', 'EU_CENTRAL_1');
    expect(await incidents()).toMatchObject([{ response: { state: 'TRIGGERED' } }]);
    target.recover();
    await check('DEGRADED', 'US_EAST_1');
    expect(await incidents()).toMatchObject([{ response: { state: 'TRIGGERED' } }]);
    await check('UP', 'EU_CENTRAL_1');
    expect(await incidents()).toMatchObject([{ response: { state: 'RESOLVED' } }]);
  });

  test('of a process that stood still invents no outage, and finds a real one right after', async () => {
    const { run, check, status, incidents } = await aMonitor('stood still', { failureConfirmations: 0 });
    await check('UP');
    target.hang();
    const before = target.hits();
    const running = run();
    await until('the check is on its way', () => target.hits() > before);
    standStill(2_500);
    // Nobody read the answer for so long: the connection is cut.
    target.recover();
    target.drop();
    await running;
    await run();
    expect(await status()).toBe('UP');
    expect(await incidents()).toEqual([]);

    target.fail();
    await check('DOWN');
    expect(await incidents()).toHaveLength(1);
  });
});

/** The whole process does nothing at all, as when its machine is paused. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
