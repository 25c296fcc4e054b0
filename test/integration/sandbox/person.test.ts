import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANN, BEN, startSandbox, type Harness, type Received } from './harness.ts';

let sandbox: Harness;
let channel: string;

beforeEach(async () => {
  sandbox = await startSandbox();
  channel = (await sandbox.slack.chat.postMessage({ channel: '#ops', text: 'hello' })).channel ?? '';
});
afterEach(() => sandbox.close());

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = { type: 'button' as const, action_id: 'ack', value: 'inc_1', text: plain('Acknowledge') };
const view = {
  type: 'modal' as const,
  callback_id: 'new',
  title: plain('New'),
  submit: plain('Open'),
  notify_on_close: true,
  private_metadata: 'kept',
  blocks: [
    {
      type: 'input' as const,
      block_id: 'name',
      label: plain('Name'),
      element: { type: 'plain_text_input' as const, action_id: 'value' },
    },
  ],
};
const last = (): Received => {
  const received = sandbox.received.at(-1);
  if (received === undefined) throw new Error('the app was sent nothing');
  return received;
};
const viewsOf = async (as: string): Promise<Record<string, unknown>[]> => {
  const state = (await (await sandbox.get(`/sandbox/state?as=${as}`)).json()) as {
    views: Record<string, unknown>[];
  };
  return state.views;
};
const asJson = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
/** Opens the view for Ann as an app does: with the trigger of a command. */
const openView = async (): Promise<string> => {
  sandbox.answer = async ({ form }) => {
    await sandbox.slack.views.open({ trigger_id: form['trigger_id'] ?? '', view });
    return undefined;
  };
  await sandbox.act('say', { as: ANN.userId, channel, text: '/oncall open' });
  return String((await viewsOf(ANN.userId))[0]?.['id']);
};

describe('a slash command', () => {
  it('reaches the app signed, with the fields of the real one and special characters escaped', async () => {
    await sandbox.act('say', { as: ANN.userId, channel, text: '/oncall who & <where>' });
    expect(last()).toMatchObject({
      isSigned: true,
      form: {
        command: '/oncall',
        text: 'who &amp; &lt;where&gt;',
        user_id: ANN.userId,
        user_name: 'ann',
        channel_id: channel,
        channel_name: 'ops',
      },
    });
  });

  it('shows the immediate answer to whoever typed it, and to nobody else', async () => {
    sandbox.answer = () => ({ text: 'Ann is on call' });
    await sandbox.act('say', { as: ANN.userId, channel, text: '/oncall' });
    expect((await sandbox.messages(ANN.userId, channel)).at(-1)).toMatchObject({
      text: 'Ann is on call',
      visible_to: ANN.userId,
    });
    expect(await sandbox.messages(BEN.userId, channel)).toHaveLength(1);
  });

  it('that fails says so with the word of the service', async () => {
    sandbox.answer = () => 500;
    const { body } = await sandbox.act('say', { as: ANN.userId, channel, text: '/oncall' });
    expect(body).toEqual({ error: 'dispatch_failed' });
    expect((await sandbox.messages(ANN.userId, channel)).at(-1)?.['text']).toBe(
      '/oncall failed with the error "dispatch_failed"',
    );
  });

  it('whose answer the service would refuse is not shown as if it had worked', async () => {
    sandbox.answer = () => ({
      blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }],
    });
    await sandbox.act('say', { as: ANN.userId, channel, text: '/oncall' });
    expect(String((await sandbox.messages(ANN.userId, channel)).at(-1)?.['text'])).toContain(
      'invalid_blocks',
    );
  });

  it('that nobody knows never reaches the app', async () => {
    const { body } = await sandbox.act('say', { as: ANN.userId, channel, text: '/nope' });
    expect(body).toEqual({ error: 'unknown_command' });
    expect(sandbox.received).toHaveLength(0);
  });
});

describe('a response_url', () => {
  const command = async (): Promise<string> => {
    await sandbox.act('say', { as: ANN.userId, channel, text: '/oncall' });
    return last().form['response_url'] ?? '';
  };

  it('answers privately unless asked to be public, five times', async () => {
    const url = await command();
    expect((await asJson(url, { text: 'private' })).status).toBe(200);
    await asJson(url, { text: 'public', response_type: 'in_channel' });
    expect((await sandbox.messages(BEN.userId, channel)).map((it) => it['text'])).toEqual([
      'hello',
      'public',
    ]);
    for (const text of ['3', '4', '5']) expect((await asJson(url, { text })).status).toBe(200);
    const used = await asJson(url, { text: '6' });
    expect([used.status, await used.json()]).toEqual([404, { ok: false, error: 'used_url' }]);
  });

  it('ends after 30 minutes, and cannot be made up', async () => {
    const url = await command();
    expect((await asJson(`${url}x`, { text: 'x' })).status).toBe(404);
    sandbox.now = (sandbox.now + 30 * 60_000 + 1) as typeof sandbox.now;
    expect(await (await asJson(url, { text: 'x' })).json()).toEqual({ ok: false, error: 'expired_url' });
  });

  it('replaces or deletes the message that was pressed', async () => {
    const { ts } = await sandbox.slack.chat.postMessage({
      channel,
      text: 'card',
      blocks: [{ type: 'actions', block_id: 'b', elements: [button] }],
    });
    const press = { blockId: 'b', actionId: 'ack' };
    await sandbox.act('use-message', { as: ANN.userId, channel, ts, press });
    const url = String(last().payload['response_url']);
    await asJson(url, { replace_original: true, text: 'done' });
    expect((await sandbox.messages(BEN.userId, channel)).at(-1)).toMatchObject({ ts, text: 'done' });
    await asJson(url, { delete_original: true });
    expect((await sandbox.messages(BEN.userId, channel)).map((it) => it['text'])).toEqual(['hello']);
  });
});

describe('a press', () => {
  it("carries the message's own words, whatever the page says", async () => {
    const { ts } = await sandbox.slack.chat.postMessage({
      channel,
      text: 'card',
      attachments: [{ blocks: [{ type: 'actions', block_id: 'b', elements: [button] }] }],
    });
    await sandbox.act('use-message', {
      as: BEN.userId,
      channel,
      ts,
      press: { blockId: 'b', actionId: 'ack', value: 'forged' },
    });
    expect(last().isSigned).toBe(true);
    expect(last().payload).toMatchObject({
      type: 'block_actions',
      user: { id: BEN.userId },
      channel: { id: channel, name: 'ops' },
      container: { type: 'message', message_ts: ts, is_ephemeral: false },
      message: { ts, text: 'card' },
      actions: [{ type: 'button', block_id: 'b', action_id: 'ack', value: 'inc_1' }],
    });
  });

  it('on a button that an edit took away is refused', async () => {
    const { ts } = await sandbox.slack.chat.postMessage({ channel, text: 'card' });
    const { status } = await sandbox.act('use-message', {
      as: BEN.userId,
      channel,
      ts,
      press: { blockId: 'b', actionId: 'ack' },
    });
    expect([status, sandbox.received.length]).toEqual([409, 0]);
  });

  it("cannot be made in somebody else's direct message", async () => {
    const direct = await sandbox.slack.chat.postMessage({ channel: ANN.userId, text: 'for Ann' });
    const { status } = await sandbox.act('say', { as: BEN.userId, channel: direct.channel, text: 'hi' });
    expect(status).toBe(404);
  });
});

describe('a view', () => {
  it('opens for whoever caused the trigger, once, within three seconds', async () => {
    await openView();
    expect(await viewsOf(ANN.userId)).toHaveLength(1);
    expect(await viewsOf(BEN.userId)).toHaveLength(0);
    const trigger = last().form['trigger_id'] ?? '';
    const again = sandbox.slack.views.open({ trigger_id: trigger, view });
    await expect(again).rejects.toMatchObject({ data: { error: 'exchanged_trigger_id' } });
    sandbox.answer = () => undefined;
    await sandbox.act('say', { as: ANN.userId, channel, text: '/oncall' });
    sandbox.now = (sandbox.now + 3_001) as typeof sandbox.now;
    const late = sandbox.slack.views.open({ trigger_id: last().form['trigger_id'] ?? '', view });
    await expect(late).rejects.toMatchObject({ data: { error: 'expired_trigger_id' } });
  });

  it('is refused over the limits of a modal', async () => {
    const long = { ...view, title: plain('x'.repeat(25)) };
    sandbox.answer = async ({ form }) => {
      const opened = sandbox.slack.views.open({ trigger_id: form['trigger_id'] ?? '', view: long });
      await expect(opened).rejects.toMatchObject({ data: { error: 'invalid_arguments' } });
      return undefined;
    };
    expect(await sandbox.act('say', { as: ANN.userId, channel, text: '/oncall' })).toMatchObject({
      body: { error: null },
    });
  });

  it('is submitted with its values and closes when the app says nothing', async () => {
    const viewId = await openView();
    sandbox.answer = () => undefined;
    const values = { name: { value: 'Checkout <is> down' } };
    expect(await sandbox.act('submit', { as: ANN.userId, viewId, values })).toMatchObject({
      body: { error: null, errors: {} },
    });
    expect(last().payload).toMatchObject({
      type: 'view_submission',
      view: {
        callback_id: 'new',
        private_metadata: 'kept',
        state: { values: { name: { value: { type: 'plain_text_input', value: 'Checkout <is> down' } } } },
      },
    });
    expect(await viewsOf(ANN.userId)).toHaveLength(0);
  });

  it('stays open with the corrections that the app asks for', async () => {
    const viewId = await openView();
    sandbox.answer = () => ({ response_action: 'errors', errors: { name: 'too short' } });
    const { body } = await sandbox.act('submit', { as: ANN.userId, viewId, values: {} });
    expect(body).toEqual({ error: null, errors: { name: 'too short' } });
    expect(await viewsOf(ANN.userId)).toHaveLength(1);
  });

  it('gives way to the view that the app answers, or holds it on top, or closes with all', async () => {
    const viewId = await openView();
    const other = { ...view, title: plain('Other') };
    sandbox.answer = () => ({ response_action: 'push', view: other });
    await sandbox.act('submit', { as: ANN.userId, viewId, values: {} });
    const [below, top] = await viewsOf(ANN.userId);
    expect([below?.['id'], top?.['previous_view_id']]).toEqual([viewId, viewId]);
    sandbox.answer = () => ({ response_action: 'update', view: { ...view, title: plain('Changed') } });
    await sandbox.act('submit', { as: ANN.userId, viewId: top?.['id'], values: {} });
    expect((await viewsOf(ANN.userId))[1]).toMatchObject({ id: top?.['id'], title: { text: 'Changed' } });
    sandbox.answer = () => ({ response_action: 'clear' });
    await sandbox.act('submit', { as: ANN.userId, viewId: top?.['id'], values: {} });
    expect(await viewsOf(ANN.userId)).toHaveLength(0);
  });

  it('tells the app that it was closed, where it asked', async () => {
    const viewId = await openView();
    sandbox.answer = () => undefined;
    await sandbox.act('close', { as: ANN.userId, viewId });
    expect(last().payload).toMatchObject({ type: 'view_closed', is_cleared: false, view: { id: viewId } });
  });

  it('is updated only by an app that saw its last form', async () => {
    const viewId = await openView();
    const hash = String((await viewsOf(ANN.userId))[0]?.['hash']);
    await sandbox.slack.views.update({ view_id: viewId, hash, view });
    const stale = sandbox.slack.views.update({ view_id: viewId, hash, view });
    await expect(stale).rejects.toMatchObject({ data: { error: 'hash_conflict' } });
  });
});

describe('a shortcut', () => {
  it('arrives as the service sends it, global or on a message', async () => {
    await sandbox.act('shortcut', { as: ANN.userId, callbackId: 'new' });
    expect(last().payload).toMatchObject({ type: 'shortcut', callback_id: 'new', user: { id: ANN.userId } });
    const [message] = await sandbox.messages(ANN.userId, channel);
    await sandbox.act('shortcut', {
      as: ANN.userId,
      callbackId: 'from_message',
      on: { channel, ts: message?.['ts'] },
    });
    expect(last().payload).toMatchObject({
      type: 'message_action',
      message: { text: 'hello' },
      channel: { id: channel },
    });
  });
});
