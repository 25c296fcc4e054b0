import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlackChannel, type SlackChannel } from '../../src/channels/slack.ts';
import { asEpochMs } from '../../src/core/time/instant.ts';
import type { ChatRef } from '../../src/services/ports/sender.ts';
import { ACTIONS } from '../../src/slack/ids.ts';
import { startFakeSlack, type FakeSlack } from '../support/fake-slack.ts';
import { quietLog } from '../support/quiet-log.ts';
import { incidentView, storm } from '../support/views.ts';

let slack: FakeSlack;
let channel: SlackChannel;
const since = asEpochMs(Date.now() - 1_000);
const again = { since };

beforeEach(async () => {
  slack = await startFakeSlack();
  channel = createSlackChannel({ token: 'xoxb-1', apiUrl: slack.apiUrl, timeoutMs: 300, log: quietLog() });
});
afterEach(async () => {
  await channel.close();
  await slack.close();
});

async function posted(): Promise<ChatRef> {
  const result = await channel.chat.postCard('#ops', incidentView(), 'card-1');
  if (result.kind !== 'done') throw new Error(`the card was not posted: ${result.reason}`);
  return result.value;
}

describe('the card of an incident in a channel', () => {
  it('is posted by name or by id and says where it stands', async () => {
    expect(await posted()).toEqual({ channel: 'C0OPS', ts: slack.messages[0]?.ts });
    await channel.chat.postCard('C0OPS', incidentView(), 'card-2');
    expect(slack.messages.map((message) => message.channel)).toEqual(['C0OPS', 'C0OPS']);
  });

  it.each(['#ops', 'C0OPS'])(
    'is not doubled by a second attempt after a lost answer in %s',
    async (where) => {
      slack.behave({ kind: 'hangAfter' }, 1);
      expect(await channel.chat.postCard(where, incidentView(), 'card-1')).toMatchObject({ kind: 'retry' });
      const second = await channel.chat.postCard(where, incidentView(), 'card-1', again);
      expect(second).toEqual({ kind: 'done', value: { channel: 'C0OPS', ts: slack.messages[0]?.ts } });
      expect(slack.messages).toHaveLength(1);
    },
  );

  it('is posted by a second attempt when the first one never arrived', async () => {
    slack.behave({ kind: 'drop' }, 1);
    expect(await channel.chat.postCard('#ops', incidentView(), 'card-1')).toMatchObject({ kind: 'retry' });
    expect(await channel.chat.postCard('#ops', incidentView(), 'card-1', again)).toMatchObject({
      kind: 'done',
    });
    expect(slack.messages).toHaveLength(1);
  });

  it('waits for a Slack that cannot be asked, rather than post what may be there', async () => {
    slack.behave({ kind: 'broken' });
    expect(await channel.chat.postCard('C0OPS', incidentView(), 'card-1', again)).toMatchObject({
      kind: 'retry',
    });
    expect(slack.calls('chat.postMessage')).toEqual([]);
  });

  it('is posted again where Slack does not let us look: a double is better than none', async () => {
    slack.behave({ kind: 'refuse', with: 'missing_scope' }, 1);
    expect(await channel.chat.postCard('C0OPS', incidentView(), 'card-1', again)).toMatchObject({
      kind: 'done',
    });
  });

  it('waits as long as Slack asks', async () => {
    slack.behave({ kind: 'tooMany', retryAfter: '3' });
    expect(await channel.chat.postCard('#ops', incidentView(), 'card-1')).toMatchObject({
      kind: 'retry',
      afterMs: 3_000,
    });
  });

  it('is gone where the channel will never take it, and only late where the app must be repaired first', async () => {
    slack.behave({ kind: 'refuse', with: 'is_archived' }, 1);
    expect(await channel.chat.postCard('#ops', incidentView(), 'card-1')).toMatchObject({ kind: 'gone' });
    slack.behave({ kind: 'refuse', with: 'token_revoked' }, 1);
    expect(await channel.chat.postCard('#ops', incidentView(), 'card-1')).toMatchObject({
      kind: 'retry',
      afterMs: 60_000,
    });
  });
});

describe('an edit', () => {
  const how = { kind: 'CARD', why: '' } as const;

  it('makes the card show the incident as it is, without buttons once it is resolved', async () => {
    const ref = await posted();
    expect(JSON.stringify(slack.messages[0])).toContain(ACTIONS.acknowledge);
    const resolved = incidentView({ state: 'RESOLVED', resolvedAt: asEpochMs(Date.now()) });
    expect(await channel.chat.edit(ref, resolved, how)).toEqual({ kind: 'done', value: null });
    expect(slack.messages).toHaveLength(1);
    expect(JSON.stringify(slack.messages[0])).not.toContain('incident_');
    expect(slack.messages[0]?.metadata).not.toBeNull();
  });

  it('clears the old layout where Slack takes only plain text', async () => {
    const ref = await posted();
    slack.behave({ kind: 'refuse', with: 'invalid_blocks' }, 1);
    expect(await channel.chat.edit(ref, incidentView(), how)).toEqual({ kind: 'done', value: null });
    expect(slack.messages[0]).toMatchObject({ blocks: [], attachments: [] });
  });

  it('says when the message is no more', async () => {
    const ref = { channel: 'C0OPS', ts: '1.000001' };
    expect(await channel.chat.edit(ref, incidentView(), how)).toMatchObject({ kind: 'gone' });
  });

  it('may be tried again after a failure of Slack', async () => {
    const ref = await posted();
    slack.behave({ kind: 'broken' });
    expect(await channel.chat.edit(ref, incidentView(), how)).toMatchObject({ kind: 'retry' });
  });

  it('adds incidents to the rolling message of a storm', async () => {
    const ref = await posted();
    expect(await channel.chat.editBundle(ref, storm(4))).toEqual({ kind: 'done', value: null });
    expect(JSON.stringify(slack.messages[0]?.blocks)).toContain('#4 service 4 is down');
  });
});

describe('the thread of a card', () => {
  const entries = [{ at: since, text: 'Ann acknowledged <b>' }];

  it('gets entries in one message, escaped', async () => {
    const ref = await posted();
    expect(await channel.chat.postThread(ref, entries, 'thread-1')).toEqual({ kind: 'done', value: null });
    expect(slack.messages[1]).toMatchObject({ threadTs: ref.ts, channel: 'C0OPS' });
    expect(slack.messages[1]?.text).toContain('Ann acknowledged &lt;b&gt;');
  });

  it('is not doubled by a second attempt after a lost answer', async () => {
    const ref = await posted();
    slack.behave({ kind: 'hangAfter' }, 1);
    expect(await channel.chat.postThread(ref, entries, 'thread-1')).toMatchObject({ kind: 'retry' });
    expect(await channel.chat.postThread(ref, entries, 'thread-1', again)).toEqual({
      kind: 'done',
      value: null,
    });
    expect(slack.messages).toHaveLength(2);
  });
});

describe('people in chat', () => {
  it('are found by their e-mail only', async () => {
    expect(await channel.chat.findUserByEmail('ann@example.com')).toEqual({ kind: 'found', userId: 'U0ANN' });
    expect(await channel.chat.findUserByEmail('ben@example.com')).toEqual({ kind: 'absent' });
  });

  it('are not said to be absent by a Slack that cannot be asked', async () => {
    for (const word of ['missing_scope', 'internal_error']) {
      slack.behave({ kind: 'refuse', with: word }, 1);
      // oxlint-disable-next-line no-await-in-loop
      expect(await channel.chat.findUserByEmail('ann@example.com')).toMatchObject({ kind: 'unavailable' });
    }
  });
});

describe('whether chat answers', () => {
  it('is said with a reason where it does not', async () => {
    expect(await channel.chat.check()).toEqual({ ok: true });
    slack.behave({ kind: 'refuse', with: 'invalid_auth' });
    expect(await channel.chat.check()).toEqual({
      ok: false,
      reason: 'Slack refused: the bot token is wrong (invalid_auth).',
    });
  });
});
