import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../support/product.ts';
import { startTarget, type Target } from '../support/target.ts';
import { until } from '../support/until.ts';

/* What real checks of a real target leave behind in figures, over two processes. */

let target: Target;
let product: Product;
let other: Product;

beforeAll(async () => {
  target = await startTarget();
  product = await startProduct({}, { timers: false });
  other = await startProduct({}, { timers: false }, product.databaseUrl);
});
afterAll(async () => {
  await other?.close();
  await product?.close();
  await target?.close();
});

test("checks by two processes give a monitor's metric a datapoint each, and its component one outage", async () => {
  const { id: pageId } = await product.ok('POST', '/v1/pages', {
    name: 'Shop',
    subdomain: 'shop-figures',
    email: 'owner@example.com',
  });
  const { monitor } = await product.ok('POST', '/monitors', {
    pageId,
    name: 'Checkout',
    url: target.url,
    checksInterval: 3_600,
    failureConfirmations: 0,
    createComponent: true,
    createMetric: true,
    onFail: { createIncident: false, createOutageDuration: true },
    onRecover: { resolveOutageDuration: true },
  });
  const check = async (by: Product, expected: string) => {
    await by.ok('GET', `/monitors/${monitor.id}/run`);
    await until(`the monitor is ${expected}`, async () => {
      return (await by.ok('GET', `/monitors/${monitor.id}`)).monitor.status === expected;
    });
  };
  const component = `/v1/${pageId}/components/${monitor.componentId}`;

  await check(product, 'UP');
  target.fail();
  await Promise.all([check(product, 'DOWN'), check(other, 'DOWN')]);
  expect(await product.ok('GET', `${component}/outages`)).toMatchObject([{ endedAt: null }]);
  target.recover();
  await Promise.all([check(other, 'UP'), check(product, 'UP')]);

  expect(await product.ok('GET', `${component}/outages`)).toMatchObject([{ endedAt: expect.any(String) }]);
  const { status, uptime } = await product.ok('GET', component);
  expect([status, uptime.percentage < 100]).toEqual(['OPERATIONAL', true]);
  // A check is known a moment before its figure is.
  await until('every check has its datapoint', async () => {
    const [metric] = await product.ok('GET', `/v1/${pageId}/metrics`);
    const { monitorLogs } = await product.ok('GET', `/monitors/${monitor.id}/logs`);
    const measured = monitorLogs.map((log: { responseTime: number }) => log.responseTime);
    const values = metric.data.map((point: { value: number }) => point.value);
    return values.length >= 5 && values.toSorted().join() === measured.toSorted().join();
  });
});
