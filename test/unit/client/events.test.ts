import { describe, expect, test } from 'vitest';
import { createTocsinClient, type EventsOptions, type Followed } from '../../../src/client/index.ts';

type Sent = { url: string; lastEventId: string | null; signal: AbortSignal | null | undefined };

const message = (position: number) => `id: ${position}\nevent: note\ndata: {"id":"evt_${position}"}\n\n`;
const streamOf = (text: string, isEndless = false) =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode(text));
        if (!isEndless) stream.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  );
const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: 'no' } }, { status });
const broken = () => Promise.reject(new TypeError('fetch failed'));

/** Follows a page of a server that answers so, one after the other, until `count` events came. */
async function follow(
  answers: (() => Response | Promise<Response>)[],
  options: EventsOptions & { count?: number } = {},
) {
  const sent: Sent[] = [];
  const { count = Infinity, ...rest } = options;
  const client = createTocsinClient({
    url: 'http://127.0.0.1:1',
    apiKey: 'k',
    fetch: async (url, { headers, signal }) => {
      sent.push({ url, lastEventId: new Headers(headers).get('last-event-id'), signal });
      return (await answers[sent.length - 1]?.()) ?? refusal(401, 'unauthorized');
    },
  });
  const followed: Followed[] = [];
  let error: unknown = null;
  try {
    for await (const each of client.events('page 1', rest)) {
      followed.push(each);
      if (followed.length >= count) break;
    }
  } catch (thrown) {
    error = thrown;
  }
  return { sent, ids: followed.map(({ event }) => event.id), last: followed.at(-1)?.lastEventId, error };
}

describe('following events', () => {
  test('tells when a stream is there and when it is not any more, once each', async () => {
    const told: string[] = [];
    await follow(
      [
        () => streamOf(`retry: 1\n\n${message(1)}`),
        broken,
        () => refusal(503, 'unavailable'),
        () => streamOf(`retry: 1\n\n${message(2)}`),
        () => streamOf(message(3), true),
      ],
      { count: 3, onOpen: () => told.push('open'), onBreak: () => told.push('break') },
    );
    expect(told).toEqual(['open', 'break', 'open', 'break', 'open']);
  });

  test('goes on after the last event wherever the stream ends or breaks', async () => {
    const { ids, sent, last } = await follow(
      [
        () => streamOf(`retry: 1\n\n${message(1)}${message(2)}`),
        () => streamOf(`retry: 1\n\n${message(3)}id: 4\nevent: note\ndata: {"id":"evt`),
        broken,
        () => refusal(503, 'unavailable'),
        () => streamOf(message(4), true),
      ],
      { count: 4 },
    );
    expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
    expect(last).toBe('4');
    expect(sent.map(({ lastEventId }) => lastEventId)).toEqual([null, '2', '3', '3', '3']);
  });

  test('begins where it is told, with what it is told', async () => {
    const { sent } = await follow([() => streamOf(message(8), true)], {
      count: 1,
      lastEventId: '7',
      types: ['note', 'monitor.down'],
    });
    expect(sent).toMatchObject([
      { url: 'http://127.0.0.1:1/page%201/events?types=note%2Cmonitor.down', lastEventId: '7' },
    ]);
  });

  test('lets go of the stream when nobody reads on', async () => {
    const { sent } = await follow([() => streamOf(message(1), true)], { count: 1 });
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  test('ends by the refusal that a revoked key gets', async () => {
    const { ids, error } = await follow([() => streamOf(`retry: 1\n\n${message(1)}`)]);
    expect(ids).toEqual(['evt_1']);
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('says that the server is not there where it never was', async () => {
    const { sent, error } = await follow([broken, broken, broken]);
    expect(error).toMatchObject({ code: 'unreachable' });
    expect(sent).toHaveLength(3);
  });

  test('says so where the answer is no stream', async () => {
    const { error } = await follow([
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ]);
    expect(error).toMatchObject({ code: 'unexpected', status: 200 });
  });

  test('ends in silence by its signal, before and while it follows', async () => {
    const early = await follow([], { signal: AbortSignal.abort() });
    expect(early).toMatchObject({ sent: [], error: null });
    const abort = new AbortController();
    const late = await follow([() => streamOf(`retry: 1\n\n${message(1)}`), () => streamOf('')], {
      signal: abort.signal,
      onOpen: () => abort.abort(),
    });
    expect(late.error).toBeNull();
  });
});
