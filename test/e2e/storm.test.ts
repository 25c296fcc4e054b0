import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { startFakeWebhook, type FakeWebhook } from '../support/fake-webhook.ts';
import { movableClock, type MovableClock } from '../support/movable-clock.ts';
import { SIGNING_SECRET, startProduct, type Json, type Product } from '../support/product.ts';
import { addMember, aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

/* Sixty incidents at once for Ann, by chat and by webhook; Ben is the second level, by webhook. */

const COUNT = 60;
const PER_MINUTE = 10;
/** A storm is worked off slowly where other tests want the machine too. */
const PATIENCE_MS = 40_000;
/** Where a message cannot be added to, one goes every quarter of a minute; five of them touch a minute. */
const BUNDLES_PER_MINUTE = 5;
const SECOND_LEVEL_MINS = 30;
const names = Array.from({ length: COUNT }, (_, n) => `storm-${String(n + 1).padStart(2, '0')}`);

let clock: MovableClock;
let slack: FakeSlack;
let webhook: FakeWebhook;
let product: Product;
const opened: Json[] = [];

beforeAll(async () => {
  clock = movableClock();
  slack = await startFakeSlack({ now: () => clock.now() });
  webhook = await startFakeWebhook();
  product = await startProduct(
    {
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: slack.apiUrl,
      STORM_PER_MINUTE: String(PER_MINUTE),
    },
    { clock, wrapServices: (services) => ({ ...services, sleep: (ms) => clock.sleep(ms) }) },
  );
  const { pageId } = await aTeamOnCall(product, { chatChannel: null, secondLevelMins: SECOND_LEVEL_MINS });
  await addMember(product, pageId, 'ann@example.com', 'Ann', {
    webhookUrl: `${webhook.url}/ann`,
    notificationRules: [
      { channel: 'CHAT', delayInMins: 0 },
      { channel: 'WEBHOOK', delayInMins: 0 },
    ],
  });
  await addMember(product, pageId, 'ben@example.com', 'Ben', {
    webhookUrl: `${webhook.url}/ben`,
    notificationRules: [{ channel: 'WEBHOOK', delayInMins: 0 }],
  });
  const remaining = names.toReversed();
  const poster = async () => {
    for (let name = remaining.pop(); name !== undefined; name = remaining.pop()) {
      opened.push(await product.ok('POST', `/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING' }));
    }
  };
  await Promise.all([poster(), poster(), poster(), poster()]);
}, 60_000);

afterAll(async () => {
  await product?.close();
  await Promise.all([slack?.close(), webhook?.close()]);
});

/** Waits until every incident is named in what `texts` answers. */
const allNamedIn = (what: string, texts: () => string[]) =>
  until(`every incident is named in ${what}`, () => missingIn(texts()).length === 0, PATIENCE_MS).catch(
    () => {
      // What is missing says more than that something is.
      expect(missingIn(texts())).toEqual([]);
    },
  );
const missingIn = (texts: readonly string[]): string[] => {
  const all = texts.join('\n');
  return names.filter((name) => !all.includes(name));
};
const webhooksTo = (path: string) => webhook.received.filter((request) => request.path === path);

describe('a storm', () => {
  test('reaches a person as single messages up to the limit and one rolling message that names the rest', async () => {
    const toAnn = () => slack.messages.filter((message) => message.channel === 'D0ANN');
    await allNamedIn('chat', () => toAnn().map((message) => JSON.stringify(message)));
    expect(toAnn().filter(({ text }) => text.includes('incidents: '))).toHaveLength(1);
    const instants = toAnn().map(({ ts }) => Number(ts) * 1_000);
    // The rolling one, and one that was under way when the limit was reached.
    expect(mostPerMinute(instants)).toBeLessThanOrEqual(PER_MINUTE + 2);
  });

  test('of webhooks keeps to the limit as well and names every incident', async () => {
    await nextQuarter();
    await allNamedIn('webhooks', () => webhooksTo('/ann').map(({ body }) => body));
    const instants = webhooksTo('/ann').map(({ body }) => sentAt(body));
    expect(mostPerMinute(instants)).toBeLessThanOrEqual(PER_MINUTE + BUNDLES_PER_MINUTE);
  });

  test('escalates each incident on its own', async () => {
    clock.move(SECOND_LEVEL_MINS * 60_000);
    await product.tocsin.work.sweepNow();
    await until('Ben is told', () => webhooksTo('/ben').length >= PER_MINUTE, PATIENCE_MS);
    await nextQuarter();
    await allNamedIn("Ben's webhooks", () => webhooksTo('/ben').map(({ body }) => body));
    const instants = webhooksTo('/ben').map(({ body }) => sentAt(body));
    expect(mostPerMinute(instants)).toBeLessThanOrEqual(PER_MINUTE + BUNDLES_PER_MINUTE);
    for (const { id } of opened) {
      const { events } = await product.ok('GET', `/incidents/${id}/timeline`);
      const fired = events.filter((event: Json) => event.type === 'incident.escalated');
      expect(fired.map((event: Json) => event.data.rule)).toEqual([1, 2]);
    }
  });
});

/** Puts the clock past the next instant at which a bundle goes. */
async function nextQuarter(): Promise<void> {
  clock.move(15_000);
  await product.tocsin.work.sweepNow();
}

const sentAt = (body: string): number => Date.parse((JSON.parse(body) as Json).timestamp);

/** The most messages within any minute. */
function mostPerMinute(instants: readonly number[]): number {
  const within = (start: number) => instants.filter((at) => at >= start && at < start + 60_000).length;
  return Math.max(0, ...instants.map(within));
}
