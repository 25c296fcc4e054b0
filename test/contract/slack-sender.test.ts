import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlackChannel, type SlackChannel } from '../../src/channels/slack.ts';
import { asEpochMs, HOUR_MS, MINUTE_MS } from '../../src/core/time/instant.ts';
import { startFakeHttp } from '../support/fake-http.ts';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { quietLog } from '../support/quiet-log.ts';
import { outboundPage, pageView, storm } from '../support/views.ts';

let slack: FakeSlack;
let channel: SlackChannel;

beforeEach(async () => {
  slack = await startFakeSlack();
  channel = createSlackChannel({ token: 'xoxb-1', apiUrl: slack.apiUrl, timeoutMs: 2_000, log: quietLog() });
});
afterEach(async () => {
  await channel.close();
  await slack.close();
});

describe('a page by Slack', () => {
  it('is a direct message with its key in it, and says where it stands', async () => {
    const result = await channel.sender.send(outboundPage({ key: 'k1' }));
    const [message] = slack.messages;
    expect(result).toEqual({
      kind: 'sent',
      externalId: message?.ts,
      chat: { channel: 'D0ANN', ts: message?.ts },
    });
    expect(message?.metadata).toEqual({ event_type: 'tocsin_page', event_payload: { key: 'k1' } });
    expect(slack.calls('chat.postMessage')[0]).toMatchObject({ channel: 'U0ANN', unfurl_links: 'false' });
    expect(JSON.stringify(message?.attachments)).toContain('Why you: You are on call in Backend.');
  });

  it('carries the token as a header and nowhere else', async () => {
    await channel.sender.send(outboundPage());
    const [request] = slack.requests;
    expect(request?.headers.authorization).toBe('Bearer xoxb-1');
    expect(request?.body).not.toContain('xoxb-1');
  });

  it('names every incident of a storm', async () => {
    await channel.sender.send(outboundPage({ view: storm(3) }));
    expect(JSON.stringify(slack.messages[0]?.blocks)).toMatch(/#1 .*#2 .*#3 /);
  });

  it('goes as plain text in the same attempt when Slack cannot show its layout', async () => {
    slack.behave({ kind: 'refuse', with: 'invalid_blocks_format' }, 1);
    expect(await channel.sender.send(outboundPage())).toMatchObject({ kind: 'sent' });
    const [message] = slack.messages;
    expect(message?.blocks).toEqual([]);
    expect(message?.text).toContain('#12 checkout is down');
    expect(message?.text).toContain('https://tocsin.example/incidents/inc_1');
  });

  it('is given up when Slack takes plain text neither', async () => {
    slack.behave({ kind: 'refuse', with: 'msg_too_long' });
    expect(await channel.sender.send(outboundPage())).toMatchObject({ kind: 'rejected' });
    expect(slack.requests).toHaveLength(2);
  });

  it.each([
    ['ratelimited', { kind: 'retry', unavailable: false }],
    ['service_unavailable', { kind: 'retry', unavailable: true }],
    ['internal_error', { kind: 'uncertain', unavailable: true }],
    ['fatal_error', { kind: 'uncertain', unavailable: true }],
    ['a_word_nobody_knows', { kind: 'retry', unavailable: false }],
  ])('may pass later, or may have passed, after %s', async (word, expected) => {
    slack.behave({ kind: 'refuse', with: word });
    expect(await channel.sender.send(outboundPage())).toMatchObject(expected);
  });

  it('says which permission is missing', async () => {
    const refusing = await startFakeHttp({
      accept: () => ({ status: 200, body: { ok: false, error: 'missing_scope', needed: 'chat:write' } }),
      refuse: () => ({ status: 500, body: '' }),
    });
    const other = createSlackChannel({ token: 'x', apiUrl: `${refusing.url}/api/`, log: quietLog() });
    const result = await other.sender.send(outboundPage());
    expect(result).toEqual({
      kind: 'rejected',
      reason: 'Slack refused: the app lacks a permission (missing_scope, needs chat:write).',
    });
    await other.close();
    await refusing.close();
  });

  it('is uncertain after an answer that is not Slack’s', async () => {
    const proxy = await startFakeHttp({
      accept: () => ({ status: 200, body: '<html>a proxy with a secret</html>' }),
      refuse: () => ({ status: 500, body: '' }),
    });
    const other = createSlackChannel({ token: 'x', apiUrl: `${proxy.url}/api/`, log: quietLog() });
    const result = await other.sender.send(outboundPage());
    expect(result).toEqual({
      kind: 'uncertain',
      reason: 'Slack’s answer could not be read.',
      unavailable: true,
    });
    await other.close();
    await proxy.close();
  });

  it('waits a second when Slack says too many and not how long', async () => {
    slack.behave({ kind: 'tooMany' });
    expect(await channel.sender.send(outboundPage())).toMatchObject({ kind: 'retry', afterMs: 1_000 });
  });

  it('is found again in a conversation of many messages, and not before the time it was sent', async () => {
    const page = outboundPage({ key: 'wanted' });
    const started = asEpochMs(Date.now());
    const sent = await channel.sender.send(page);
    for (let i = 0; i < 210; i += 1) {
      slack.messages.push({ ...slackMessage(i), channel: 'D0ANN' });
    }
    expect(await channel.sender.find?.(page, started)).toEqual(sent);
    expect(slack.calls('conversations.history').length).toBeGreaterThan(1);
    expect(await channel.sender.find?.(page, asEpochMs(started + HOUR_MS))).toEqual({ kind: 'absent' });
  });

  it('is not known to be absent where Slack does not let us look', async () => {
    const page = outboundPage();
    slack.behave({ kind: 'refuse', with: 'missing_scope' });
    expect(await channel.sender.find?.(page, asEpochMs(page.now - MINUTE_MS))).toEqual({ kind: 'unknown' });
  });

  it('is marked when it may have arrived before', async () => {
    await channel.sender.send(outboundPage({ view: pageView({ isRepeat: true }) }));
    expect(slack.messages[0]?.text).toMatch(/^Again: /);
  });
});

function slackMessage(index: number): FakeSlack['messages'][number] {
  return {
    channel: '',
    ts: (Date.now() / 1_000 + 1 + index).toFixed(6),
    text: '',
    blocks: [],
    attachments: [],
    metadata: null,
    threadTs: null,
  };
}
