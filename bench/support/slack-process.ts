// Stands in for Slack's Web API in a process of its own: takes every post, answers after a while, and remembers when.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** About what a fast API answers in; the benchmarks measure the product, not the partner. */
const ANSWER_AFTER_MS = 5;

/** What was accepted by `chat.postMessage`: the key in its metadata, and when its answer went out (epoch ms). */
export type Accepted = { readonly key: string; readonly at: number };

let accepted: Accepted[] = [];
let ts = Date.now();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const args = new URLSearchParams(Buffer.concat(chunks).toString());
    const method = (request.url ?? '').split('/').at(-1) ?? '';
    setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(method, args)));
    }, ANSWER_AFTER_MS);
  });
});
server.keepAliveTimeout = 60_000;

function answer(method: string, args: URLSearchParams): Record<string, unknown> {
  const channel = (args.get('channel') ?? '').replace(/^U/, 'D');
  if (method !== 'chat.postMessage') return { ok: true, channel, ts: args.get('ts') ?? '', user_id: 'U0BOT' };
  const metadata = JSON.parse(args.get('metadata') ?? '{}') as { event_payload?: { key?: string } };
  accepted.push({ key: metadata.event_payload?.key ?? '', at: performance.timeOrigin + performance.now() });
  ts += 1;
  return { ok: true, channel, ts: `${Math.floor(ts / 1_000)}.${String(ts % 1_000).padStart(6, '0')}` };
}

server.listen(0, '127.0.0.1');
process.on('message', (question) => {
  if (question === 'address') {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
  } else {
    process.send?.(accepted);
    accepted = [];
  }
});

// The benchmark is gone, however it ended.
process.on('disconnect', () => process.exit());
