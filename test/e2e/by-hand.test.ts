import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { SIGNING_SECRET, startProduct, type Product } from '../support/product.ts';
import { aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

let slack: FakeSlack;
let product: Product;

beforeAll(async () => {
  slack = await startFakeSlack();
  slack.users.set('ben@example.com', 'U0BEN');
  product = await startProduct({
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
  });
});

afterAll(async () => {
  await product?.close();
  await slack?.close();
});

const toBen = () => slack.messages.filter((message) => message.channel === 'D0BEN').length;

async function anAcknowledgedIncident(name: string): Promise<string> {
  const { pageId } = await aTeamOnCall(product, { secondLevelMins: 600 });
  const { id } = await product.ok('POST', `/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING' });
  await product.ok('POST', `/incidents/${id}/acknowledge`, { by: 'ann@example.com' });
  return id as string;
}

test('escalating an acknowledged incident by hand tells the next level and leaves the acknowledgement', async () => {
  const id = await anAcknowledgedIncident('disk is filling');
  const before = toBen();
  const { incident } = await product.ok('POST', `/incidents/${id}/escalate`, {});
  expect(incident.response).toMatchObject({
    state: 'ACKNOWLEDGED',
    acknowledgedBy: 'Ann',
    escalationLevel: 2,
  });
  await until('Ben is told', () => toBen() > before);
});

test('reassigning a snoozed incident tells the one who is asked for, once', async () => {
  const id = await anAcknowledgedIncident('slow search');
  await product.ok('POST', `/incidents/${id}/snooze`, { minutes: 60 });
  const before = toBen();
  await product.ok('POST', `/incidents/${id}/reassign`, { targetId: 'ben@example.com' });
  await until('Ben is told', () => toBen() > before);
  const { incident } = await product.ok('GET', `/incidents/${id}`);
  expect(incident.response.state).toBe('SNOOZED');
});

test('the metrics say how late pages are and how attempts ended', async () => {
  await anAcknowledgedIncident('queue is long');
  const metrics = await until('a page was sent', async () => {
    const response = await fetch(`${product.url}/metrics`, {
      headers: { authorization: 'Bearer an-admin-key-for-tests' },
    });
    const text = await response.text();
    return text.includes('tocsin_deliveries_total{channel="CHAT",outcome="sent"}') && text;
  });
  expect(metrics).toMatch(/tocsin_page_seconds_count\{channel="CHAT"\} [1-9]/);
  expect(metrics).toMatch(/tocsin_sweeper_repairs_total\{kind="notification"\} 0/);
});
