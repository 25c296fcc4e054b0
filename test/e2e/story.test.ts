import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { SIGNING_SECRET, startProduct, type Product } from '../support/product.ts';
import { startTarget, type Target } from '../support/target.ts';
import { aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

let slack: FakeSlack;
let target: Target;
let product: Product;

beforeAll(async () => {
  slack = await startFakeSlack();
  slack.users.set('ben@example.com', 'U0BEN');
  target = await startTarget();
  product = await startProduct({
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
  });
});

afterAll(async () => {
  await product?.close();
  await target?.close();
  await slack?.close();
});

test('a failure pages who is on call, an acknowledgement keeps level 2 asleep, and the recovery ends it', async () => {
  const secondLevelMs = 6_000;
  const { pageId } = await aTeamOnCall(product, { secondLevelMins: secondLevelMs / 60_000 });
  const { monitor } = await product.ok('POST', '/monitors', {
    pageId,
    name: 'checkout',
    url: target.url,
    checksInterval: 5,
  });
  const status = async () => (await product.ok('GET', `/monitors/${monitor.id}`)).monitor.status as string;
  await until('the monitor is UP', async () => (await status()) === 'UP');

  target.fail();
  const page = await until('Ann is paged', () => slack.messages.find((m) => m.channel === 'D0ANN'));
  const pagedAfterMs = Date.now() - (target.firstFailureAt() ?? 0);
  expect(pagedAfterMs).toBeLessThan(3_000);
  expect(JSON.stringify(page)).toContain('checkout is down');
  const card = await until('the card is in the channel', () =>
    slack.messages.find((m) => m.channel === 'C0OPS' && m.threadTs === null),
  );

  const incidents = await product.ok('GET', `/v1/${pageId}/incidents`);
  expect(incidents).toHaveLength(1);
  const incidentId = incidents[0].id as string;
  const button = buttons(page).find((b) => b.text.text === 'Acknowledge');
  const pressed = await product.press({
    userId: 'U0ANN',
    actionId: button?.action_id ?? '',
    value: button?.value ?? '',
    channel: 'D0ANN',
    ts: page.ts,
  });
  expect(pressed).toBe(200);

  for (const { channel, ts } of [page, card]) {
    await until(`the card in ${channel} is edited`, () => {
      const now = slack.messages.find((m) => m.channel === channel && m.ts === ts);
      return JSON.stringify(now).includes('cknowledged by') && buttons(now).length === 1;
    });
  }
  const { incident } = await product.ok('GET', `/incidents/${incidentId}`);
  expect(incident.response).toMatchObject({ state: 'ACKNOWLEDGED', acknowledgedBy: 'Ann' });

  // Past the instant at which level 2 would have been told.
  await until('level 2 was due', () => Date.now() > Date.parse(incident.started) + secondLevelMs + 1_000);
  expect(slack.messages.some((m) => m.channel === 'D0BEN')).toBe(false);

  target.recover();
  await until('the incident is resolved', async () => {
    const { incident: now } = await product.ok('GET', `/incidents/${incidentId}`);
    return now.response.state === 'RESOLVED';
  });
  await until('the card says that it is over', () => {
    const now = slack.messages.find((m) => m.channel === card.channel && m.ts === card.ts);
    return JSON.stringify(now).includes('esolved') && buttons(now).length === 0;
  });
  expect(await product.ok('GET', `/v1/${pageId}/incidents`)).toHaveLength(1);
  const { events } = await product.ok('GET', `/incidents/${incidentId}/timeline`);
  const types = events.map((event: { type: string }) => event.type);
  expect(types[0]).toBe('incident.opened');
  expect(types).toContain('incident.acknowledged');
  expect(types).toContain('incident.resolved');
});

type Button = { type: string; action_id: string; value: string; text: { text: string } };

function buttons(message: unknown): Button[] {
  const found: Button[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      if ('type' in value && value.type === 'button' && 'action_id' in value) found.push(value as Button);
      else Object.values(value).forEach(walk);
    }
  };
  walk(message);
  return found;
}
