import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACTIONS } from '../../../src/slack/ids.ts';
import { SIGNING_SECRET, startProduct, type Product } from '../../support/product.ts';
import { startFakeBotSlack, type FakeBotSlack } from '../../support/slack-bot.ts';
import { until } from '../../support/until.ts';

let slack: FakeBotSlack;
let product: Product;
let pageId: string;

beforeAll(async () => {
  slack = await startFakeBotSlack();
  product = await startProduct(
    { SLACK_BOT_TOKEN: 'xoxb-test', SLACK_SIGNING_SECRET: SIGNING_SECRET, SLACK_API_URL: slack.apiUrl },
    { timers: false },
  );
  const page = await product.ok('POST', '/v1/pages', {
    email: 'a@example.com',
    name: 'Shop',
    subdomain: 'shop',
  });
  pageId = page.id;
  await product.ok('POST', `/v1/${pageId}/team`, { email: 'ann@example.com', permission: 'FULL' });
  slack.emails.set('U0ANN', 'Ann@example.com');
});
afterAll(async () => {
  await product?.close();
  await slack?.close();
});

it('links a user by e-mail at the first press, acknowledges in their name, and tells the second one who it was', async () => {
  const incident = await product.ok('POST', `/v1/${pageId}/incidents`, {
    name: 'checkout is down',
    status: 'INVESTIGATING',
  });
  const press = (userId: string) =>
    product.press({ userId, actionId: ACTIONS.acknowledge, value: incident.id, channel: 'C0OPS', ts: '1.0' });
  expect(await press('U0EVE')).toBe(200);
  const refused = await until('Eve is told', () =>
    slack.calls('chat.postEphemeral').find((call) => call['user'] === 'U0EVE'),
  );
  expect(refused['text']).toContain('not linked');

  expect(await press('U0ANN')).toBe(200);
  const read = async () => (await product.ok('GET', `/incidents/${incident.id}`)).incident.response;
  await until('it is acknowledged', async () => (await read()).state === 'ACKNOWLEDGED');
  expect((await read()).acknowledgedBy).toBe('ann@example.com');
  const team = await product.ok('GET', `/v1/${pageId}/team`);
  expect(JSON.stringify(team)).toContain('U0ANN');

  expect(await press('U0ANN')).toBe(200);
  const second = await until('Ann is told', () =>
    slack.calls('chat.postEphemeral').find((call) => call['user'] === 'U0ANN'),
  );
  expect(second['text']).toMatch(/^Already acknowledged by ann@example.com/);
  expect(slack.calls('users.info').map((call) => call['user'])).toEqual(['U0EVE', 'U0ANN']);
});

it('answers commands from the database', async () => {
  const ask = async (text: string, command = '/incident') => {
    const before = slack.calls('chat.postEphemeral').length;
    expect((await product.command({ userId: 'U0ANN', command, text })).status).toBe(200);
    return until(`"${text}" is answered`, () => slack.calls('chat.postEphemeral')[before]);
  };
  expect((await ask('list'))['text']).toMatch(/^1 open incident on Shop: #\d+$/);
  const number = /#(\d+)/.exec((await ask('list'))['text'] ?? '')?.[1];
  expect((await ask(`show ${number}`))['blocks']).toContain('acknowledged #');
  expect((await ask('show 99999'))['text']).toBe('Incident #99999 not found.');
  expect((await ask(`resolve ${number}`))['text']).toContain(`resolved #${number}`);
  expect((await ask('list'))['text']).toBe('No open incidents on Shop.');
  expect((await ask('', '/oncall'))['text']).toContain('no on-call schedule');
});
