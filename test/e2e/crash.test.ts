import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { startFakeTwilio, type FakeTwilio } from '../support/fake-twilio.ts';
import { startFakeWebhook, type FakeWebhook } from '../support/fake-webhook.ts';
import { freePort } from '../support/free-port.ts';
import { pagesOf, pagesSeen, type Seen } from '../support/pages-seen.ts';
import { SIGNING_SECRET } from '../support/product.ts';
import { ProductProcess, type DeathPoint } from '../support/product-process.ts';
import { say } from '../support/say.ts';
import { seeded } from '../support/seeded.ts';
import { startTarget, type Target } from '../support/target.ts';
import { addMember, aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

/*
 * kill -9 of the product and of its embedded database: at named points of a page's way, then at random moments. The
 * partners live in this process and remember what reached people.
 */

const ALL_CHANNELS = [
  { channel: 'CHAT', delayInMins: 0 },
  { channel: 'SMS', delayInMins: 0 },
  { channel: 'WEBHOOK', delayInMins: 0 },
];
const PAGE_WITHIN_MS = 45_000;

let slack: FakeSlack;
let twilio: FakeTwilio;
let webhook: FakeWebhook;
let target: Target;
let dataDir: string;
let settings: Record<string, string> & { DATA_DIR: string; PORT: string };
let product: ProductProcess;
const pageIds: string[] = [];

beforeAll(async () => {
  [slack, twilio, webhook] = [await startFakeSlack(), await startFakeTwilio(), await startFakeWebhook()];
  target = await startTarget();
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-crash-'));
  settings = {
    DATA_DIR: dataDir,
    PORT: await freePort(),
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: twilio.url,
  };
  product = await start();
  // Chat takes one message a second and person: several people, so that pages flow while processes die.
  for (let n = 0; n < 4; n += 1) {
    const { pageId } = await aTeamOnCall(product, { chatChannel: null });
    await addMember(product, pageId, 'ann@example.com', 'Ann', {
      phone: `+1555010000${n}`,
      webhookUrl: `${webhook.url}/pages`,
      notificationRules: ALL_CHANNELS,
    });
    pageIds.push(pageId);
  }
}, 90_000);

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await Promise.all([slack?.close(), twilio?.close(), webhook?.close(), target?.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => new ProductProcess(settings, 'mortal').ready();
const seenNow = () => pagesSeen({ slack, twilio, webhook });
const open = (name: string, pageId: string | undefined) =>
  product.tryApi('POST', `/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING' });

const CHANNELS: readonly Seen['channel'][] = ['CHAT', 'SMS', 'WEBHOOK'];
const DEATHS: { dieAt: DeathPoint; channel: string }[] = [
  { dieAt: 'after the claim', channel: 'CHAT' },
  { dieAt: 'after the send', channel: 'CHAT' },
  { dieAt: 'after the send', channel: 'WEBHOOK' },
  { dieAt: 'after the record', channel: 'any' },
];

test.each(DEATHS)(
  'a process that dies $dieAt ($channel) loses no page and sends none twice unmarked',
  async ({ dieAt, channel }) => {
    const name = `killed ${dieAt}, ${channel}`;
    await product.arm({ dieAt, channel });
    await open(name, pageIds[0]);
    await product.ended();
    await product.killEverything();
    const killedAt = performance.now();

    product = await start();
    const readyAt = performance.now();
    // Some of them before the crash, and which ones is the machine's mood.
    for (const by of CHANNELS) {
      await until(`${by} of ${name}`, () => pagesOf(seenNow(), by, name).length > 0, PAGE_WITHIN_MS);
    }
    const pagedAt = performance.now();
    await until('everything is recorded as sent', async () => sentTo(name, 3), PAGE_WITHIN_MS);
    // Chat and Twilio can be asked what they got; nobody can say what a webhook's receiver did.
    expect(pagesOf(seenNow(), 'CHAT', name)).toHaveLength(1);
    expect(pagesOf(seenNow(), 'SMS', name)).toHaveLength(1);
    const [, ...again] = pagesOf(seenNow(), 'WEBHOOK', name);
    expect(again.length).toBeLessThanOrEqual(1);
    expect(again.length).toBeGreaterThanOrEqual(dieAt === 'after the send' && channel === 'WEBHOOK' ? 1 : 0);
    expect(again.every(({ isMarked }) => isMarked)).toBe(true);
    say(
      `${dieAt} (${channel}): kill to ready ${Math.round(readyAt - killedAt)} ms, to all pages ${Math.round(pagedAt - killedAt)} ms`,
    );
  },
);

/** Whether `count` pages of an incident are recorded as sent. */
async function sentTo(name: string, count: number): Promise<boolean> {
  const incidents = (await product.ok('GET', `/v1/${pageIds[0]}/incidents`)) as {
    id: string;
    name: string;
  }[];
  const incident = incidents.find((one) => one.name === name);
  if (incident === undefined) throw new Error(`the incident ${name} is lost`);
  const { events } = (await product.ok('GET', `/incidents/${incident.id}/timeline`)) as {
    events: { type: string }[];
  };
  return events.filter(({ type }) => type === 'notification.sent').length === count;
}

test('kill -9 at random moments loses no incident that was answered and no page of it', async () => {
  const random = seeded('crash');
  await product.ok('POST', '/monitors', {
    pageId: pageIds[0],
    name: 'watched through crashes',
    url: target.url,
    checksInterval: 5,
  });
  target.hang();
  await until('a check is on its way', () => target.hits() > 0);
  const answered: { name: string; pageId: string }[] = [];
  let next = 0;
  for (let round = 0; round < 2; round += 1) {
    const last = next + 8;
    const poster = async () => {
      while (next < last && !product.isOver) {
        const name = `random ${String((next += 1)).padStart(3, '0')}`;
        const pageId = pageIds[next % pageIds.length] ?? '';
        const answer = await open(name, pageId);
        if (answer?.status === 200) answered.push({ name, pageId });
      }
    };
    const posters = [poster(), poster()];
    const enough = answered.length + 1 + Math.floor(random() * 6);
    await until('some are answered', () => answered.length >= enough, PAGE_WITHIN_MS);
    // The moment of the kill is what this test is about; nothing is waited for.
    await pause(random() * 150);
    await product.killEverything();
    await Promise.all(posters);
    product = await start();
  }
  expect(answered.length).toBeGreaterThan(1);

  for (const pageId of pageIds) {
    const incidents = (await product.ok('GET', `/v1/${pageId}/incidents?per_page=100`)) as { name: string }[];
    const names = incidents.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(answered.filter((one) => one.pageId === pageId).map(({ name }) => name)),
    );
  }
  for (const { name } of answered) {
    for (const by of CHANNELS) {
      await until(`${name} by ${by}`, () => pagesOf(seenNow(), by, name).length > 0, PAGE_WITHIN_MS);
    }
  }
  // The check that the first kill tore off is made again.
  target.drop();
  target.recover();
  target.fail();
  await until(
    'the outage is found',
    () => pagesOf(seenNow(), 'WEBHOOK', 'watched through').length > 0,
    30_000,
  );
  const doubles = answered.flatMap(({ name }) =>
    CHANNELS.flatMap((by) => pagesOf(seenNow(), by, name).slice(1)),
  );
  expect(doubles.filter(({ isMarked }) => !isMarked)).toEqual([]);
  say(`random kills: ${answered.length} incidents answered, ${doubles.length} doubles, all marked`);
});
