import { describe, expect, it, onTestFinished } from 'vitest';
import { createSlackApp, type RequestLog, type SlackVerbs } from '../../../src/slack/app.ts';
import { ACTIONS } from '../../../src/slack/ids.ts';
import { closedPort } from '../../support/fake-http.ts';
import { startFakeSocketSlack } from '../../support/fake-socket.ts';
import { quietLog } from '../../support/quiet-log.ts';
import { fakeVerbs, pressBody, requestStore } from '../../support/slack-bot.ts';

function botOn(apiUrl: string, over: { verbs?: SlackVerbs; requests?: RequestLog } = {}) {
  const store = requestStore();
  const bot = createSlackApp({
    verbs: over.verbs ?? fakeVerbs(),
    requests: over.requests ?? store.requests,
    botToken: 'xoxb-test',
    apiUrl,
    signingSecret: null,
    appToken: 'xapp-test',
    clock: store.clock,
    log: quietLog(),
  });
  onTestFinished(() => bot.stop());
  return { bot, store };
}

async function scene(over: Parameters<typeof botOn>[1] = {}) {
  const slack = await startFakeSocketSlack();
  onTestFinished(() => slack.close());
  const { bot, store } = botOn(slack.apiUrl, over);
  bot.start();
  await slack.connected();
  return { slack, bot, store };
}

const press = (envelopeId: string) => ({
  type: 'interactive',
  envelope_id: envelopeId,
  payload: pressBody(ACTIONS.acknowledge, 'inc_1', ''),
});

describe('socket mode', () => {
  it('does what comes by the socket, and keeps it like what comes over HTTP', async () => {
    const verbs = fakeVerbs();
    const { slack, bot, store } = await scene({ verbs });
    slack.send(press('e1'));
    expect(await slack.next()).toMatchObject({ envelope_id: 'e1' });
    await bot.stop();
    expect(verbs.done).toEqual(['mbr_ann acknowledge inc_1']);
    expect(store.rows).toEqual([
      expect.objectContaining({ kind: 'INTERACTION', doneAt: expect.any(Number) }),
    ]);
  });

  it('acknowledges nothing, events neither, before it is stored', async () => {
    const order: string[] = [];
    const store = requestStore();
    let store1 = (): void => undefined;
    const stored = new Promise<void>((resolve) => {
      store1 = resolve;
    });
    const requests: RequestLog = {
      ...store.requests,
      receive: async (request) => {
        const lease = await store.requests.receive(request);
        if (request.id === 'evt-Ev1') await stored;
        order.push(request.id ?? 'press');
        return lease;
      },
    };
    const { slack } = await scene({ requests });
    const event = {
      type: 'event_callback',
      event_id: 'Ev1',
      team_id: 'T1',
      event: { type: 'tokens_revoked' },
    };
    slack.send({ type: 'events_api', envelope_id: 'e1', payload: event });
    slack.send(press('e2'));
    expect(await slack.next()).toMatchObject({ envelope_id: 'e2' });
    expect(order).toEqual(['press']);
    store1();
    expect(await slack.next()).toMatchObject({ envelope_id: 'e1' });
  });

  it('leaves unacknowledged what cannot be stored, so that Slack sends it again or shows an error', async () => {
    const store = requestStore();
    let failures = 1;
    const requests: RequestLog = {
      ...store.requests,
      receive: async (request) => {
        if (failures-- > 0) throw new Error('no database');
        return store.requests.receive(request);
      },
    };
    const { slack } = await scene({ requests });
    slack.send(press('lost'));
    slack.send(press('kept'));
    expect(await slack.next()).toMatchObject({ envelope_id: 'kept' });
  });

  it('connects again when the connection breaks or Slack asks for it', async () => {
    const { slack } = await scene();
    slack.drop();
    await slack.connected();
    slack.send({ type: 'disconnect', reason: 'refresh_requested' });
    await slack.connected();
    slack.send(press('e1'));
    expect(await slack.next()).toMatchObject({ envelope_id: 'e1' });
    expect(slack.opened()).toBe(3);
  });

  it('starts, and stops, while Slack cannot be reached', async () => {
    const { bot } = botOn(`http://127.0.0.1:${await closedPort()}/api/`);
    bot.start();
    expect(bot.isConnected()).toBe(false);
    await bot.stop();
  });
});
