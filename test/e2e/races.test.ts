import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plusMs } from '../../src/core/time/instant.ts';
import { contextOf, SYSTEM } from '../../src/services/context.ts';
import { wakeUp } from '../../src/services/incident/wake-up.ts';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { startFakeWebhook, type FakeWebhook } from '../support/fake-webhook.ts';
import { movableClock, type MovableClock } from '../support/movable-clock.ts';
import { SIGNING_SECRET, startProduct, type Json, type Product } from '../support/product.ts';
import { say } from '../support/say.ts';
import { seeded } from '../support/seeded.ts';
import { addMember, aTeamOnCall } from '../support/team.ts';
import { until } from '../support/until.ts';

/*
 * Two processes of the product, each with every role, on one database. Ann is level 1, Ben is level 2; both are told by
 * webhook, which takes any number of messages at once.
 */

const LEVEL_2_MINS = 30;

let clock: MovableClock;
let slack: FakeSlack;
let webhook: FakeWebhook;
let first: Product;
let second: Product;
let pageId: string;
/** Whoever waits for a turn waits for this as well. */
let gate: Promise<void> = Promise.resolve();
/** How many messages each process sent. */
const sentBy = { first: 0, second: 0 };

beforeAll(async () => {
  clock = movableClock();
  slack = await startFakeSlack({ now: () => clock.now() });
  webhook = await startFakeWebhook();
  const settings = {
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    STORM_PER_MINUTE: '1000',
  };
  const start = (who: keyof typeof sentBy, databaseUrl?: string) =>
    startProduct(
      settings,
      {
        clock,
        wrapServices: (services) => ({
          ...services,
          sleep: async (ms) => {
            await clock.sleep(ms);
            await gate;
          },
          senders: new Map(
            [...services.senders].map(([channel, sender]) => [
              channel,
              {
                ...sender,
                send: (page) => {
                  sentBy[who] += 1;
                  return sender.send(page);
                },
              },
            ]),
          ),
        }),
      },
      databaseUrl,
    );
  first = await start('first');
  second = await start('second', first.databaseUrl);
  ({ pageId } = await aTeamOnCall(first, { chatChannel: null, secondLevelMins: LEVEL_2_MINS }));
  for (const name of ['Ann', 'Ben']) {
    await addMember(first, pageId, `${name.toLowerCase()}@example.com`, name, {
      webhookUrl: `${webhook.url}/${name}`,
      notificationRules: [{ channel: 'WEBHOOK', delayInMins: 0 }],
    });
  }
}, 60_000);

afterAll(async () => {
  await second?.close();
  await first?.close();
  await Promise.all([slack?.close(), webhook?.close()]);
});

const open = (name: string, product = first): Promise<Json> =>
  product.ok('POST', `/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING' });
const told = (who: string, name: string) =>
  webhook.received.filter(({ path, body }) => path === `/${who}` && body.includes(`"${name}"`)).length;
const timeline = async (id: string): Promise<Json[]> =>
  (await first.ok('GET', `/incidents/${id}/timeline`)).events;

/** Whatever is due has been done, by both. */
async function settle(): Promise<void> {
  await Promise.all([first.tocsin.work.sweepNow(), second.tocsin.work.sweepNow()]);
  await Promise.all([first.tocsin.work.idle(), second.tocsin.work.idle()]);
}

/** Lets other work of this process go first, so many times. */
async function someTurns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('two processes on one database', () => {
  test('share the work, and no page is sent twice', async () => {
    const names: string[] = [];
    await until('both have sent something', async () => {
      const more = Array.from({ length: 20 }, (_, n) => `shared-${names.length + n}`);
      names.push(...more);
      await Promise.all(more.map((name, n) => open(name, n % 2 === 0 ? first : second)));
      await until('everybody is told', () => more.every((name) => told('Ann', name) > 0), 30_000);
      return sentBy.first > 0 && sentBy.second > 0;
    });
    await settle();
    say(`two processes: ${sentBy.first} and ${sentBy.second} messages sent`);
    expect(names.filter((name) => told('Ann', name) !== 1)).toEqual([]);
    expect(sentBy.first + sentBy.second).toBe(names.length);
  });

  test('fire each level of an incident once, whoever sweeps', async () => {
    const { id } = await open('swept by both');
    await until('Ann is told', () => told('Ann', 'swept by both') > 0);
    clock.move(LEVEL_2_MINS * 60_000);
    await Promise.all([first, second, first, second].map(({ tocsin }) => tocsin.work.sweepNow()));
    await until('Ben is told', () => told('Ben', 'swept by both') > 0);
    await settle();
    expect(told('Ben', 'swept by both')).toBe(1);
    const fired = (await timeline(id)).filter(({ type }) => type === 'incident.escalated');
    expect(fired.map(({ data }) => data.rule)).toEqual([1, 2]);
  });
});

describe('an acknowledgement that races with escalation and delivery', () => {
  test('and wins keeps level 2 asleep, in each of 50 rounds', async () => {
    const random = seeded('races');
    const ROUNDS = 50;
    const incidents = await Promise.all(
      Array.from({ length: ROUNDS }, (_, n) => open(`race-${n}`, n % 2 === 0 ? first : second)),
    );
    await until('Ann is told of all', () => incidents.every(({ name }) => told('Ann', name) > 0), 30_000);
    clock.move(LEVEL_2_MINS * 60_000);

    await Promise.all(
      incidents.map(async ({ id }, n) => {
        const [acknowledges, escalates] = n % 2 === 0 ? [first, second] : [second, first];
        const { services } = escalates.tocsin;
        await Promise.all([
          someTurns(random() * 60).then(() =>
            acknowledges.ok('POST', `/incidents/${id}/acknowledge`, { by: 'ann@example.com' }),
          ),
          someTurns(random() * 60).then(() => wakeUp(contextOf(services, SYSTEM), { incidentId: id })),
        ]);
      }),
    );
    await settle();

    let won = 0;
    for (const { id, name } of incidents) {
      const types = (await timeline(id)).map(({ type, data }) =>
        type === 'incident.escalated' ? `level ${data.rule}` : type,
      );
      const acknowledgedAt = types.indexOf('incident.acknowledged');
      const level2At = types.indexOf('level 2');
      expect(acknowledgedAt).toBeGreaterThan(0);
      // Whoever wins, nothing is fired behind an acknowledgement, and nobody is told of what was not fired.
      expect(level2At).toBeLessThan(acknowledgedAt);
      expect(told('Ben', name)).toBeLessThanOrEqual(level2At < 0 ? 0 : 1);
      won += level2At < 0 ? 1 : 0;
    }
    say(`races: ${won} of ${ROUNDS} acknowledgements came before level 2`);
    expect(won).toBeGreaterThan(0);
    expect(won).toBeLessThan(ROUNDS);
  });

  test('stops a page that was planned and waits for its turn', async () => {
    const name = 'waits for its turn';
    const { id } = await open(name);
    await until('Ann is told', () => told('Ann', name) > 0);
    await addMember(first, pageId, 'ben@example.com', 'Ben', {
      chatUserId: 'U0BEN',
      notificationRules: [{ channel: 'CHAT', delayInMins: 0 }],
    });
    clock.move(LEVEL_2_MINS * 60_000);
    const { services, work } = first.tocsin;
    await services.budget.holdUntil('slack.post', plusMs(services.clock.now(), 1_000));
    let openGate = (): void => undefined;
    gate = new Promise((resolve) => {
      openGate = resolve;
    });
    await work.sweepNow();
    await until('it is taken', async () => (await states(id, 'CHAT')).includes('SENDING'));
    await first.ok('POST', `/incidents/${id}/acknowledge`, {});
    openGate();
    await until('it is over', async () => !(await states(id, 'CHAT')).includes('SENDING'));
    expect(await states(id, 'CHAT')).toEqual(['CANCELLED']);
    expect(slack.messages.filter((message) => message.channel === 'D0BEN')).toEqual([]);
  });
});

async function states(incidentId: string, channel: 'CHAT'): Promise<string[]> {
  const latest = await first.tocsin.services.uow.read.notifications.latest([channel], 100);
  return latest.filter((one) => one.incidentId === incidentId).map(({ state }) => state);
}
