import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_REQUEST_ATTEMPTS } from '../../../src/services/chat/finish-request.ts';
import { REQUEST_LEASE_MS } from '../../../src/services/chat/receive-request.ts';
import { DAY_MS } from '../../../src/core/time/instant.ts';
import { ACTIONS } from '../../../src/slack/ids.ts';
import type { RequestLog } from '../../../src/slack/app.ts';
import { fakeVerbs, requestStore, startBot, startFakeBotSlack } from '../../support/slack-bot.ts';

type Given = NonNullable<Parameters<typeof startBot>[0]>;

async function processOf(given: Given) {
  const bot = await startBot(given);
  onTestFinished(() => bot.close());
  return bot;
}

/** A process that dies after it has stored a request: it answers, and does nothing more. */
async function dyingProcess(store: ReturnType<typeof requestStore>, slack: Given['slack'] & object) {
  let die = (): void => undefined;
  const dead = new Promise<never>((_resolve, reject) => {
    die = () => reject(new Error('dead'));
  });
  dead.catch(() => undefined);
  const verbs = fakeVerbs({ find: () => dead, pageOfChannel: () => dead });
  const requests: RequestLog = { ...store.requests, finish: async () => undefined };
  const bot = await startBot({ verbs, store, requests, slack });
  onTestFinished(async () => {
    die();
    await bot.close();
  });
  return bot;
}

async function scene() {
  const store = requestStore();
  const slack = await startFakeBotSlack();
  onTestFinished(() => slack.close());
  return { store, slack };
}

describe('what a dead process left undone', () => {
  it('is done exactly once by whoever looks, and by nobody while its time is running', async () => {
    const { store, slack } = await scene();
    const dead = await dyingProcess(store, slack);
    expect((await dead.press(ACTIONS.acknowledge, 'inc_1')).status).toBe(200);

    const first = fakeVerbs();
    const second = fakeVerbs();
    const one = await processOf({ store, slack, verbs: first });
    const two = await processOf({ store, slack, verbs: second });
    expect(await one.bot.replayPending()).toBe(0);

    store.clock.move(REQUEST_LEASE_MS);
    const counts = await Promise.all([one.bot.replayPending(), two.bot.replayPending()]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect([...first.done, ...second.done]).toEqual(['mbr_ann acknowledge inc_1']);

    store.clock.move(DAY_MS / 2);
    expect(await one.bot.replayPending()).toBe(0);
    expect([...first.done, ...second.done]).toHaveLength(1);
  });

  it('is done by the next process at its start', async () => {
    const { store, slack } = await scene();
    const dead = await dyingProcess(store, slack);
    await dead.press(ACTIONS.resolve, 'inc_1');
    store.clock.move(REQUEST_LEASE_MS);
    const verbs = fakeVerbs();
    const next = await processOf({ store, slack, verbs });
    next.bot.start();
    await next.bot.stop();
    expect(verbs.done).toEqual(['mbr_ann resolve inc_1']);
  });

  it('cannot open a form any more, which is said instead', async () => {
    const { store, slack } = await scene();
    const dead = await dyingProcess(store, slack);
    await dead.command('/incident', 'new checkout is down');
    store.clock.move(REQUEST_LEASE_MS);
    slack.refusals.set('views.open', 'expired_trigger_id');
    const next = await processOf({ store, slack });
    await next.bot.replayPending();
    expect(slack.answers().map(({ text }) => text)).toEqual([
      expect.stringContaining('type `/incident new` again'),
    ]);
    expect(store.rows[0]?.doneAt).not.toBeNull();
  });
});

describe('a request that fails', () => {
  it('is tried five times in all with growing pauses, told at the first and the last, and then ended', async () => {
    const { store, slack } = await scene();
    let tries = 0;
    const verbs = fakeVerbs({
      acknowledge: () => {
        tries += 1;
        return Promise.reject(new Error('the database is away'));
      },
    });
    const bot = await processOf({ store, slack, verbs });
    await bot.press(ACTIONS.acknowledge, 'inc_1');
    await bot.bot.stop();
    for (const pauseMs of [5_000, 10_000, 20_000, 40_000]) {
      store.clock.move(pauseMs - 1);
      expect(await bot.bot.replayPending()).toBe(0);
      store.clock.move(1);
      expect(await bot.bot.replayPending()).toBe(1);
    }
    store.clock.move(DAY_MS / 2);
    expect(await bot.bot.replayPending()).toBe(0);
    expect(tries).toBe(MAX_REQUEST_ATTEMPTS);
    expect(store.rows[0]).toMatchObject({
      doneAt: expect.any(Number),
      error: expect.stringContaining('away'),
    });
    expect(slack.answers().map(({ text }) => text)).toEqual([
      expect.stringContaining('Something broke'),
      'That could not be done. Please try it again.',
    ]);
  });

  it('is ended when every process that tried it died', async () => {
    const { store, slack } = await scene();
    const dead = await dyingProcess(store, slack);
    await dead.press(ACTIONS.acknowledge, 'inc_1');
    for (let attempt = 2; attempt <= MAX_REQUEST_ATTEMPTS; attempt += 1) {
      store.clock.move(REQUEST_LEASE_MS);
      expect(await store.requests.claim(10)).toHaveLength(1);
    }
    store.clock.move(REQUEST_LEASE_MS);
    expect(await store.requests.claim(10)).toEqual([]);
    expect(store.rows[0]?.doneAt).not.toBeNull();
  });

  it('cannot be ended by a process whose lease went to another one', async () => {
    const { store } = await scene();
    const lease = await store.requests.receive({ id: 'evt-1', kind: 'EVENT', body: {} });
    store.clock.move(REQUEST_LEASE_MS);
    await store.requests.claim(1);
    if (lease !== null) await store.requests.finish(lease, null);
    expect(store.rows[0]?.doneAt).toBeNull();
  });
});

it('forgets what was done more than a day ago', async () => {
  const { store, slack } = await scene();
  const bot = await processOf({ store, slack });
  await bot.command('/oncall', 'help');
  await bot.bot.stop();
  store.clock.move(DAY_MS);
  await bot.bot.replayPending();
  expect(store.rows).toHaveLength(1);
  store.clock.move(1);
  await bot.bot.replayPending();
  expect(store.rows).toEqual([]);
});
