import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { ACTIONS } from '../../../src/slack/ids.ts';
import { sign } from '../../../src/slack/signature.ts';
import type { RequestLog } from '../../../src/slack/app.ts';
import { closedPort } from '../../support/fake-http.ts';
import { fakeVerbs, FORM, JSON_TYPE, requestStore, SECRET, startBot } from '../../support/slack-bot.ts';

type Bot = Awaited<ReturnType<typeof startBot>>;
const opened: Bot[] = [];
const start = async (given: Parameters<typeof startBot>[0] = {}): Promise<Bot> => {
  const bot = await startBot(given);
  opened.push(bot);
  return bot;
};
afterEach(async () => {
  for (const bot of opened.splice(0)) await bot.close();
});

const nothing: RequestLog = {
  receive: async () => null,
  claim: async () => [],
  finish: async () => undefined,
  prune: async () => 0,
};

/** A promise that stands until it is let go. */
function held<T>(value: T): { promise: Promise<T>; letGo: () => void } {
  let letGo = (): void => undefined;
  const promise = new Promise<T>((resolve) => {
    letGo = () => resolve(value);
  });
  return { promise, letGo };
}

describe('the signature of a request from Slack', () => {
  it('lets a request in that is signed now, or was stamped up to five minutes to either side', async () => {
    const { post, store } = await start();
    const now = Math.floor(store.clock.now() / 1_000);
    for (const atSeconds of [now, now - 300, now + 300]) {
      const response = await post('command=/oncall&text=help&user_id=U1', {}, { atSeconds });
      expect(response.status).toBe(200);
    }
  });

  it.each([-301, 301, -86_400])(
    'refuses a request that was stamped %i s off the clock',
    async (offSeconds) => {
      const { post, store } = await start();
      const atSeconds = Math.floor(store.clock.now() / 1_000) + offSeconds;
      const response = await post('command=/oncall&text=', {}, { atSeconds });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
      expect(store.rows).toEqual([]);
    },
  );

  it('refuses a request that is signed with another secret', async () => {
    const { post, store } = await start();
    expect((await post('command=/oncall&text=', {}, { secret: 'another' })).status).toBe(401);
    expect(store.rows).toEqual([]);
  });

  it.each([
    ['no signature', { 'x-slack-signature': '' }],
    ['a signature of another length', { 'x-slack-signature': 'v0=abc' }],
    ['a stamp that is no number', { 'x-slack-request-timestamp': 'soon' }],
  ])('refuses a request with %s', async (_what, headers) => {
    const { post } = await start();
    expect((await post('command=/oncall&text=', headers)).status).toBe(401);
  });

  it('refuses a body that was cut on its way', async () => {
    const { post, store } = await start();
    const whole = 'command=%2Foncall&text=help';
    const signed = await post(whole);
    expect(signed.status).toBe(200);
    const stamp = String(Math.floor(store.clock.now() / 1_000));
    const signature = sign({ secret: SECRET, stamp, rawBody: whole });
    const cut = await post(whole.slice(0, -4), { 'x-slack-signature': signature });
    expect(cut.status).toBe(401);
  });

  it('answers the check of the certificate, which is unsigned, and does nothing else in it', async () => {
    const { post, store } = await start();
    const response = await post('ssl_check=1&command=/incident&text=new', { 'x-slack-signature': 'none' });
    expect(response.status).toBe(200);
    expect(store.rows).toEqual([]);
  });
});

describe('the forms in which Slack sends requests', () => {
  it('answers the challenge by which Slack checks the address', async () => {
    const { post } = await start();
    const response = await post(JSON.stringify({ type: 'url_verification', challenge: 'abc' }), JSON_TYPE);
    expect(await response.json()).toEqual({ challenge: 'abc' });
  });

  it('takes content types with a charset', async () => {
    const { post, store } = await start();
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const json = { 'content-type': 'application/json; charset=utf-8' };
    expect((await post('command=/oncall&text=help&user_id=U1', form)).status).toBe(200);
    const event = { type: 'event_callback', event_id: 'Ev1', event: { type: 'tokens_revoked' } };
    expect((await post(JSON.stringify(event), json)).status).toBe(200);
    expect(store.rows.map((row) => row.kind)).toEqual(['COMMAND', 'EVENT']);
  });

  it.each([
    [415, 'another media type', 'x', { 'content-type': 'text/plain' }],
    [400, 'broken JSON', '{"type":', JSON_TYPE],
    [400, 'JSON that is no object', '[1]', JSON_TYPE],
    [400, 'a payload that is no JSON', 'payload=x', FORM],
    [400, 'fields that mean nothing', 'a=b', FORM],
    [400, 'an event without an id', '{"type":"event_callback","event":{}}', JSON_TYPE],
  ])('answers %i for %s', async (status, _what, body, headers) => {
    const { post, store } = await start();
    expect((await post(body, headers)).status).toBe(status);
    expect(store.rows).toEqual([]);
  });

  it('refuses a body over the limit and goes on serving', async () => {
    const { post } = await start();
    expect((await post('x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await post('command=/oncall&text=help&user_id=U1')).status).toBe(200);
  });

  it.each([
    { type: 'interactive_message_v9', user: { id: 'U1' } },
    {
      type: 'block_actions',
      user: { id: 'U1' },
      team: null,
      actions: [{ type: 'button', action_id: 'nobody_knows' }],
    },
  ])('acknowledges a payload that nothing handles ($type)', async (payload) => {
    const { interact, store, bot } = await start();
    expect((await interact(payload)).status).toBe(200);
    await bot.stop();
    expect(store.rows[0]?.doneAt).not.toBeNull();
  });

  it('leaves the parsers of other routes alone', async () => {
    const { address } = await start({
      routes: (server) => void server.post('/elsewhere', async (incoming) => incoming.body),
    });
    const answered = await fetch(`${address}/elsewhere`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"a":1}',
    });
    expect(await answered.json()).toEqual({ a: 1 });
  });

  it('never stores the old verification token', async () => {
    const { command, store } = await start();
    await command('/oncall', 'help');
    expect(JSON.stringify(store.rows)).not.toContain('old-verification-token');
  });
});

describe('the answer in time', () => {
  it('is an error when the request cannot be stored in time, so that whoever pressed sees it', async () => {
    const verbs = fakeVerbs();
    const storing = held(null);
    const requests = { ...nothing, receive: () => storing.promise };
    const { press } = await start({ verbs, requests, answerWithinMs: 20 });
    const response = await press(ACTIONS.acknowledge, 'inc_1');
    expect(response.status).toBe(503);
    expect(verbs.done).toEqual([]);
    storing.letGo();
  });

  it('is an error when the store refuses', async () => {
    const refusing = { ...nothing, receive: () => Promise.reject(new Error('no database')) };
    const { press } = await start({ requests: refusing });
    expect((await press(ACTIONS.acknowledge, 'inc_1')).status).toBe(503);
  });

  it('comes while the use case still runs, and whatever Slack does', async () => {
    const verbs = fakeVerbs();
    const finding = held(undefined);
    const slow = { ...verbs, find: (id: string) => finding.promise.then(() => verbs.find(id)) };
    const { press, bot, store } = await start({
      verbs: slow,
      apiUrl: `http://127.0.0.1:${await closedPort()}/`,
    });
    expect((await press(ACTIONS.acknowledge, 'inc_1')).status).toBe(200);
    expect(store.rows[0]?.doneAt).toBeNull();
    finding.letGo();
    await bot.stop();
    expect(verbs.done).toEqual(['mbr_ann acknowledge inc_1']);
    expect(store.rows[0]?.doneAt).not.toBeNull();
  });

  it('comes for a stored request even when nothing acknowledges it', async () => {
    const store = requestStore();
    const ending = held(undefined);
    const requests = { ...store.requests, finish: () => ending.promise };
    const { interact } = await start({ store, requests, answerWithinMs: 20 });
    expect((await interact({ type: 'unknown' })).status).toBe(200);
    expect(store.rows).toHaveLength(1);
    ending.letGo();
  });

  it('is not waited for by a caller who sends half a body', async () => {
    const { address, store, post } = await start();
    const half = request(`${address}/slack/events`, {
      method: 'POST',
      headers: { ...FORM, 'content-length': '100' },
    });
    half.on('error', () => undefined);
    half.write('command=');
    half.destroy();
    expect((await post('command=/oncall&text=help&user_id=U1')).status).toBe(200);
    expect(store.rows).toHaveLength(1);
  });
});

describe('repeated deliveries', () => {
  it('does an event once, however often it comes', async () => {
    const { event, store, bot } = await start();
    await event('Ev1', { type: 'app_uninstalled' });
    const again = await event('Ev1', { type: 'app_uninstalled' }, { 'x-slack-retry-num': '1' });
    expect(again.status).toBe(200);
    await bot.stop();
    expect(store.rows).toHaveLength(1);
    expect(store.rows[0]).toMatchObject({ id: 'evt-Ev1', attempts: 1 });
  });

  it('takes two equal presses as two', async () => {
    const { press, store, bot } = await start();
    await press(ACTIONS.acknowledge, 'inc_1');
    await press(ACTIONS.acknowledge, 'inc_1');
    await bot.stop();
    expect(store.rows).toHaveLength(2);
  });
});
