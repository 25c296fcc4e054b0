import { afterEach, beforeEach, expect, it } from 'vitest';
import { ANN, startSandbox, type Harness } from './harness.ts';

let sandbox: Harness;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

/** Reads events until one fits. */
async function eventWhere(
  stream: ReadableStreamDefaultReader<Uint8Array>,
  fits: (event: Record<string, unknown>) => boolean,
) {
  let text = '';
  for (;;) {
    const { value, done } = await stream.read();
    if (done) throw new Error('the stream ended');
    text += new TextDecoder().decode(value);
    const events = [...text.matchAll(/^data: (.+)\n\n/gm)].map(
      ([, data]) => JSON.parse(data ?? '') as Record<string, unknown>,
    );
    const found = events.find(fits);
    if (found !== undefined) return found;
  }
}

it('tells open pages of posts, edits and views as they happen', async () => {
  const response = await sandbox.get('/sandbox/events');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('no stream');
  const { channel = '', ts = '' } = await sandbox.slack.chat.postMessage({
    channel: ANN.userId,
    text: 'paged',
  });
  const posted = await eventWhere(reader, (it) => it['type'] === 'message');
  expect(posted['message']).toMatchObject({ channel, ts, text: 'paged', visible_to: null });
  await sandbox.slack.chat.update({ channel, ts, text: 'acknowledged' });
  const edited = await eventWhere(reader, (it) => it['type'] === 'message');
  expect(edited['message']).toMatchObject({ ts, text: 'acknowledged', edited: {} });
  await reader.cancel();
});

it('does not hold up the closing of the server', async () => {
  const response = await sandbox.get('/sandbox/events');
  await sandbox.close();
  const reader = response.body?.getReader();
  let isDone = false;
  while (!isDone) isDone = (await reader?.read())?.done ?? true;
  expect(isDone).toBe(true);
});
