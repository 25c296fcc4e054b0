import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Json, type Product } from '../support/product.ts';
import { startTarget, type Target } from '../support/target.ts';
import { until } from '../support/until.ts';

/* Groups of monitors of a real target, checked on demand. */

let target: Target;
let product: Product;
let pageId: string;

beforeAll(async () => {
  target = await startTarget();
  product = await startProduct({}, { timers: false });
  const page = { name: 'Shop', subdomain: 'shop', email: 'ops@shop.test' };
  pageId = (await product.ok('POST', '/v1/pages', page)).id;
});
afterAll(async () => {
  await product?.close();
  await target?.close();
});

const monitor = async (more: Json = {}): Promise<Json> => {
  const body = { pageId, url: target.url, checksInterval: 3_600, ...more };
  return (await product.ok('POST', '/monitors', body)).monitor;
};
const group = async (more: Json): Promise<string> =>
  (await product.ok('POST', '/monitors-groups', { pageId, name: 'G', ...more })).monitor.id;

test('a run of a group makes every check below it, and has what follows from each', async () => {
  const monitors: string[] = [];
  for (let i = 0; i < 30; i += 1) monitors.push((await monitor({ failureConfirmations: 0 })).id);
  const top = await group({ monitors: monitors.slice(0, 10) });
  await group({ groupId: top, monitors: monitors.slice(10) });
  const allAre = async (expected: string): Promise<boolean> => {
    const found = (await product.ok('GET', `/${pageId}/monitors?status=${expected}`)).monitors as Json[];
    return monitors.every((id) => found.some((one) => one.id === id));
  };
  for (const [expected, prepare] of [
    ['UP', () => target.recover()],
    ['DOWN', () => target.fail()],
    ['UP', () => target.recover()],
  ] as const) {
    prepare();
    const hits = target.hits();
    const { result, monitorLogId, monitorLogIds } = await product.ok('GET', `/monitors-groups/${top}/run`);
    expect([result, monitorLogIds.length, monitorLogIds[0]]).toEqual(['OK', 30, monitorLogId]);
    expect(target.hits() - hits).toBe(30);
    await until(`all are ${expected}`, () => allAre(expected));
  }
});

test('a monitor whose component was deleted goes DOWN and UP as before', async () => {
  target.recover();
  const { id, componentId } = await monitor({ name: 'Followed', createComponent: true });
  const run = () => product.ok('GET', `/monitors/${id}/run`);
  const statusIs = (expected: string) =>
    until(`it is ${expected}`, async () => {
      return (await product.ok('GET', `/monitors/${id}`)).monitor.status === expected;
    });
  await run();
  await statusIs('UP');
  await product.ok('DELETE', `/v1/${pageId}/components/${componentId}`);
  target.fail();
  await run();
  await statusIs('DOWN');
  target.recover();
  await run();
  await statusIs('UP');
  const incidents = (await product.ok('GET', `/v1/${pageId}/incidents`)) as Json[];
  expect(incidents.find((incident) => incident.name === 'Followed is down')).toMatchObject({
    status: 'RESOLVED',
    components: [],
  });
});
