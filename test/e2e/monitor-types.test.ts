import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DnsServer, rdata } from '../support/dns-server.ts';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { freePort } from '../support/free-port.ts';
import { chatPage } from '../support/pages-seen.ts';
import { SIGNING_SECRET, startProduct, type Json, type Product } from '../support/product.ts';
import { canPing } from '../support/system-ping.ts';
import { aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

/* What monitors make of targets that do not speak HTTP. Every check is asked for. */

let slack: FakeSlack;
let product: Product;
let pageId: string;

beforeAll(async () => {
  slack = await startFakeSlack();
  product = await startProduct(
    { SLACK_BOT_TOKEN: 'xoxb-test', SLACK_SIGNING_SECRET: SIGNING_SECRET, SLACK_API_URL: slack.apiUrl },
    { timers: false },
  );
  ({ pageId } = await aTeamOnCall(product, { chatChannel: null }));
});
afterAll(async () => {
  await product?.close();
  await slack?.close();
});

async function aMonitor(type: string, name: string, url: string, more: Json = {}) {
  const sent = { pageId, type, name, url, checksInterval: 3_600, ...more };
  const { monitor } = await product.ok('POST', '/monitors', sent);
  const path = `/monitors/${monitor.id}`;
  return {
    /** A check that leads to a status; it is known a moment after the check's log is. */
    check: async (expected: string) => {
      await product.ok('GET', `${path}/run`);
      await until(
        `${name} is ${expected}`,
        async () => (await product.ok('GET', path)).monitor.status === expected,
      );
    },
    lastLog: async (): Promise<Json> =>
      (await product.ok('GET', `${path}/logs?sort=-createdAt&limit=1`)).monitorLogs[0],
    incidents: async (): Promise<Json[]> => {
      const all = (await product.ok('GET', `/v1/${pageId}/incidents`)) as Json[];
      return all.filter((incident) => incident.name === `${name} is down`);
    },
  };
}

async function listenOn(port: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(
    Number(port),
    '127.0.0.1',
  );
  await once(server, 'listening');
  return server;
}

describe('a monitor of a port', () => {
  test('pages whoever is on call while nobody listens there, and resolves the incident once somebody does', async () => {
    const port = await freePort();
    const url = `tcp://127.0.0.1:${port}`;
    const isOpen = { type: 'TCP', comparison: 'EQUALS', target: 'true' };
    const { check, lastLog, incidents } = await aMonitor('TCP', 'Database port', url, {
      assertions: [isOpen],
    });
    const first = await listenOn(port);
    await check('UP');
    expect(await lastLog()).toMatchObject({
      isSuccessful: true,
      assertions: [{ type: 'TCP', value: 'true', actual: 'true', success: true }],
      url,
      httpStatusCode: null,
      method: null,
      requestHeaders: null,
      requestBody: null,
      responseBody: null,
    });

    first.close();
    await once(first, 'close');
    await check('DOWN');
    expect(await lastLog()).toMatchObject({
      isSuccessful: false,
      error: `connection refused by 127.0.0.1:${port}`,
      responseTime: null,
    });
    await chatPage(slack, 'D0ANN', 'Database port is down');
    expect(await incidents()).toMatchObject([{ source: 'MONITOR', response: { state: 'TRIGGERED' } }]);

    const second = await listenOn(port);
    await check('UP');
    expect(await incidents()).toMatchObject([{ response: { state: 'RESOLVED' } }]);
    second.close();
  });
});

describe('a monitor of a name', () => {
  test('is DOWN while DNS answers something else than it should, and its log has the answers', async () => {
    let addresses = ['192.0.2.1', '192.0.2.2'];
    await using server = await DnsServer.start(() => addresses.map(rdata.address));
    const url = `dns://127.0.0.1:${server.port}/shop.example?type=A`;
    const { check, lastLog, incidents } = await aMonitor('DNS', 'Shop name', url, {
      assertions: [{ type: 'DNS', comparison: 'EQUALS', target: '192.0.2.2, 192.0.2.1' }],
    });
    await check('UP');
    addresses = ['192.0.2.9', '192.0.2.1'];
    await check('DOWN');
    expect(await lastLog()).toMatchObject({
      error: 'DNS answer should equal 192.0.2.2, 192.0.2.1 but is 192.0.2.1, 192.0.2.9',
      responseBody: '192.0.2.1\n192.0.2.9',
      responseTime: expect.any(Number) as number,
    });
    expect(await incidents()).toHaveLength(1);
    addresses = ['192.0.2.2', '192.0.2.1'];
    await check('UP');
    expect(await incidents()).toMatchObject([{ response: { state: 'RESOLVED' } }]);
  });
});

describe.skipIf(!canPing())('a monitor of a host', () => {
  test('is UP while echoes come back, and DEGRADED while they take too long', async () => {
    const isNear = { type: 'PING', comparison: 'LESS_THAN', target: '20000' };
    const near = await aMonitor('PING', 'Near', '127.0.0.1', { assertions: [isNear], createMetric: true });
    await near.check('UP');
    const { responseTime, assertions } = await near.lastLog();
    expect(assertions).toMatchObject([{ type: 'PING', actual: String(responseTime), success: true }]);

    const far = await aMonitor('PING', 'Far', '127.0.0.1', { assertions: [{ ...isNear, target: '0' }] });
    await far.check('DEGRADED');
    expect(await far.incidents()).toEqual([]);
  });
});
