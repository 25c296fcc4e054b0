import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOT } from '../../../src/sandbox/identity.ts';
import { ANN, BEN, BOT_TOKEN, startSandbox, type Harness } from './harness.ts';

let sandbox: Harness;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const section = (text: string) => ({ type: 'section' as const, text: { type: 'mrkdwn' as const, text } });
/** The word by which a call is refused. */
const refusal = async (call: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await call.then(
    () => undefined,
    (e: unknown) => e,
  );
  return (error as { data?: { error?: string } } | undefined)?.data?.error;
};
const raw = async (method: string, init: RequestInit): Promise<unknown> =>
  (await sandbox.get(`/sandbox/api/${method}`, { method: 'POST', ...init })).json();

describe('the token', () => {
  it('is asked for and compared', async () => {
    expect(await raw('auth.test', {})).toEqual({ ok: false, error: 'not_authed' });
    expect(await raw('auth.test', { headers: { authorization: 'Bearer xoxb-other' } })).toEqual({
      ok: false,
      error: 'invalid_auth',
    });
    expect(await sandbox.slack.auth.test()).toMatchObject({ ok: true, user_id: BOT.userId, bot_id: BOT.id });
  });

  it('opens no method that does not exist', async () => {
    expect(await refusal(sandbox.slack.apiCall('chat.shout'))).toBe('unknown_method');
  });
});

describe('chat.postMessage', () => {
  it('makes a channel named "#name" on the first post and finds it on the next', async () => {
    const first = await sandbox.slack.chat.postMessage({ channel: '#ops', text: 'one' });
    const second = await sandbox.slack.chat.postMessage({ channel: 'ops', text: 'two' });
    const byId = await sandbox.slack.chat.postMessage({ channel: first.channel ?? '', text: 'three' });
    expect([second.channel, byId.channel]).toEqual([first.channel, first.channel]);
    const { messages } = await sandbox.slack.conversations.history({ channel: first.channel ?? '' });
    expect(messages?.map((it) => it.text)).toEqual(['three', 'two', 'one']);
  });

  it('opens the direct message of a user whose id is given', async () => {
    const { channel } = await sandbox.slack.chat.postMessage({ channel: ANN.userId, text: 'you are paged' });
    const opened = await sandbox.slack.conversations.open({ users: ANN.userId });
    expect(opened.channel?.id).toBe(channel);
    const { members } = await sandbox.slack.conversations.members({ channel: channel ?? '' });
    expect(members).toEqual([ANN.userId, BOT.userId]);
  });

  it('refuses channels and users that are nobody', async () => {
    expect(await refusal(sandbox.slack.chat.postMessage({ channel: 'C0123456789', text: 'x' }))).toBe(
      'channel_not_found',
    );
    expect(await refusal(sandbox.slack.chat.postMessage({ channel: 'U0123456789', text: 'x' }))).toBe(
      'channel_not_found',
    );
  });

  it('gives every message of a burst a ts of its own, rising with the posting', async () => {
    const posts = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        sandbox.slack.chat.postMessage({ channel: '#burst', text: `n${n}` }),
      ),
    );
    expect(new Set(posts.map((it) => it.ts)).size).toBe(30);
    sandbox.now = (sandbox.now - 60_000) as typeof sandbox.now;
    const late = await sandbox.slack.chat.postMessage({
      channel: '#burst',
      text: 'after the clock stepped back',
    });
    expect(posts.every((it) => (it.ts ?? '') < (late.ts ?? ''))).toBe(true);
  });

  it.each([
    [
      '51 blocks',
      { blocks: Array.from({ length: 51 }, () => ({ type: 'divider' as const })) },
      'invalid_blocks',
    ],
    ['a section over 3,000 characters', { blocks: [section('x'.repeat(3_001))] }, 'invalid_blocks'],
    ['an empty section', { blocks: [section('')] }, 'invalid_blocks'],
    [
      'a header over 150 characters',
      { blocks: [{ type: 'header' as const, text: { type: 'plain_text' as const, text: 'x'.repeat(151) } }] },
      'invalid_blocks',
    ],
    [
      'more text in all blocks than a message takes',
      { blocks: Array.from({ length: 4 }, () => section('x'.repeat(2_900))) },
      'msg_blocks_too_long',
    ],
    ['nothing at all', {}, 'no_text'],
  ])('refuses %s', async (_what, content, code) => {
    const call = sandbox.slack.apiCall('chat.postMessage', { channel: '#ops', ...content });
    expect(await refusal(call)).toBe(code);
  });

  it('says where in the blocks the mistake is', async () => {
    const blocks = [
      {
        type: 'actions',
        elements: [{ type: 'button', action_id: 'a', text: { type: 'plain_text', text: 'x'.repeat(76) } }],
      },
    ];
    const answer = await raw('chat.postMessage', {
      headers: { authorization: `Bearer ${BOT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: '#ops', blocks }),
    });
    expect(answer).toMatchObject({ ok: false, error: 'invalid_blocks' });
    expect(JSON.stringify(answer)).toContain('/blocks/0/elements/0/text/text');
  });
});

describe('threads', () => {
  it('keep replies out of the channel and count them at the parent', async () => {
    const parent = await sandbox.slack.chat.postMessage({ channel: '#ops', text: 'parent' });
    const channel = parent.channel ?? '';
    const first = await sandbox.slack.chat.postMessage({
      channel,
      thread_ts: parent.ts ?? '',
      text: 'first',
    });
    await sandbox.slack.chat.postMessage({ channel, thread_ts: first.ts ?? '', text: 'a reply to a reply' });
    const history = await sandbox.slack.conversations.history({ channel });
    expect(history.messages).toMatchObject([{ text: 'parent', reply_count: 2 }]);
    const replies = await sandbox.slack.conversations.replies({ channel, ts: parent.ts ?? '' });
    expect(replies.messages?.map((it) => it.text)).toEqual(['parent', 'first', 'a reply to a reply']);
  });

  it('leave a tombstone of a deleted parent, and a later reply to it stands in the channel', async () => {
    const parent = await sandbox.slack.chat.postMessage({ channel: '#ops', text: 'parent' });
    const [channel, ts] = [parent.channel ?? '', parent.ts ?? ''];
    await sandbox.slack.chat.postMessage({ channel, thread_ts: ts, text: 'reply' });
    await sandbox.slack.chat.delete({ channel, ts });
    expect(await refusal(sandbox.slack.chat.update({ channel, ts, text: 'x' }))).toBe('message_not_found');
    await sandbox.slack.chat.postMessage({ channel, thread_ts: ts, text: 'late' });
    const { messages } = await sandbox.slack.conversations.history({ channel });
    expect(messages).toMatchObject([{ text: 'late' }, { subtype: 'tombstone' }]);
  });
});

describe('chat.update', () => {
  it('takes the blocks away with a text alone, and keeps attachments and metadata that are not sent', async () => {
    const metadata = { event_type: 'page', event_payload: { key: 'k1' } };
    const post = await sandbox.slack.chat.postMessage({
      channel: '#ops',
      text: 'old',
      blocks: [section('old')],
      attachments: [{ color: '#ff0000', blocks: [section('kept')] }],
      metadata,
    });
    await sandbox.slack.chat.update({ channel: post.channel ?? '', ts: post.ts ?? '', text: 'new' });
    const { messages } = await sandbox.slack.conversations.history({
      channel: post.channel ?? '',
      include_all_metadata: true,
    });
    expect(messages?.[0]).toMatchObject({ text: 'new', metadata, edited: { user: BOT.userId } });
    expect(messages?.[0]?.blocks).toBeUndefined();
    expect(messages?.[0]?.attachments).toHaveLength(1);
  });

  it("refuses what is no message, and a person's", async () => {
    const { channel } = await sandbox.slack.chat.postMessage({ channel: '#ops', text: 'x' });
    await sandbox.act('say', { as: ANN.userId, channel, text: 'mine' });
    const { messages } = await sandbox.slack.conversations.history({ channel: channel ?? '' });
    const mine = messages?.find((it) => it.user === ANN.userId)?.ts ?? '';
    expect(
      await refusal(sandbox.slack.chat.update({ channel: channel ?? '', ts: '1.000000', text: 'y' })),
    ).toBe('message_not_found');
    expect(await refusal(sandbox.slack.chat.update({ channel: channel ?? '', ts: mine, text: 'y' }))).toBe(
      'cant_update_message',
    );
  });
});

describe('conversations.history', () => {
  it('returns metadata only when asked, and reads within bounds that are exclusive', async () => {
    const posts = [];
    for (const key of ['k1', 'k2', 'k3']) {
      const metadata = { event_type: 'page', event_payload: { key } };
      posts.push(await sandbox.slack.chat.postMessage({ channel: '#ops', text: key, metadata }));
    }
    const channel = posts[0]?.channel ?? '';
    const plain = await sandbox.slack.conversations.history({ channel });
    expect(plain.messages?.every((it) => it.metadata === undefined)).toBe(true);
    const since = { channel, oldest: posts[0]?.ts ?? '' };
    const after = await sandbox.slack.conversations.history({ ...since, include_all_metadata: true });
    expect(after.messages?.map((it) => it.metadata?.event_payload)).toEqual([{ key: 'k3' }, { key: 'k2' }]);
    const inclusive = await sandbox.slack.conversations.history({ ...since, inclusive: true });
    expect(inclusive.messages?.map((it) => it.text)).toEqual(['k3', 'k2', 'k1']);
    const bounded = await sandbox.slack.conversations.history({
      channel,
      latest: posts[1]?.ts ?? '',
      inclusive: true,
    });
    expect(bounded.messages?.map((it) => it.text)).toEqual(['k2', 'k1']);
  });

  it('goes on page by page', async () => {
    for (const text of ['a', 'b', 'c']) await sandbox.slack.chat.postMessage({ channel: '#ops', text });
    const channel = await sandbox.channelId('ops');
    const first = await sandbox.slack.conversations.history({ channel, limit: 2 });
    expect(first).toMatchObject({ has_more: true, messages: [{ text: 'c' }, { text: 'b' }] });
    const next = await sandbox.slack.conversations.history({
      channel,
      limit: 2,
      cursor: first.response_metadata?.next_cursor ?? '',
    });
    expect(next).toMatchObject({ has_more: false, messages: [{ text: 'a' }] });
  });

  it('holds no private messages', async () => {
    const { channel } = await sandbox.slack.chat.postMessage({ channel: '#ops', text: 'public' });
    await sandbox.slack.chat.postEphemeral({ channel: channel ?? '', user: ANN.userId, text: 'private' });
    const { messages } = await sandbox.slack.conversations.history({ channel: channel ?? '' });
    expect(messages?.map((it) => it.text)).toEqual(['public']);
    const texts = async (as: string) => (await sandbox.messages(as, channel ?? '')).map((it) => it['text']);
    expect(await texts(ANN.userId)).toEqual(['public', 'private']);
    expect(await texts(BEN.userId)).toEqual(['public']);
  });
});

describe('users', () => {
  it('are the members, found by e-mail whatever its case', async () => {
    const { user } = await sandbox.slack.users.lookupByEmail({ email: 'Ann@Example.com' });
    expect(user).toMatchObject({ id: ANN.userId, profile: { email: ANN.email } });
    expect(await refusal(sandbox.slack.users.lookupByEmail({ email: 'no@example.com' }))).toBe(
      'users_not_found',
    );
    expect((await sandbox.slack.users.info({ user: BEN.userId })).user?.real_name).toBe(BEN.name);
    const { members } = await sandbox.slack.users.list({});
    expect(members?.map((it) => it.id)).toEqual([ANN.userId, BEN.userId, BOT.userId]);
  });

  it('are not looked up by a JSON body', async () => {
    const answer = await raw('users.lookupByEmail', {
      headers: { authorization: `Bearer ${BOT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: ANN.email }),
    });
    expect(answer).toMatchObject({ ok: false, error: 'invalid_arguments' });
  });
});
