import type { ServerResponse } from 'node:http';

/** What an open page is told as it happens. */
export type SandboxEvent =
  | { readonly type: 'message'; readonly message: unknown }
  | { readonly type: 'removed'; readonly channel: string; readonly ts: string }
  | { readonly type: 'channel'; readonly channel: unknown }
  | { readonly type: 'views'; readonly user: string; readonly views: readonly unknown[] };

/** The open pages. An event goes to all of them; each shows what its person may see. */
export type Hub = {
  publish(event: SandboxEvent): void;
  /** Turns the response into a stream of events; false when too many are open. */
  join(response: ServerResponse): boolean;
  close(): void;
};

const MAX_STREAMS = 100;
const KEEP_ALIVE_MS = 20_000;
/** A page that reads this much too slowly is cut off; it reconnects and reads everything anew. */
const MAX_BACKLOG_BYTES = 1_000_000;

export function createHub(): Hub {
  const streams = new Set<ServerResponse>();
  const send = (chunk: string): void => {
    for (const stream of streams) {
      if (stream.writableLength > MAX_BACKLOG_BYTES) stream.destroy();
      else stream.write(chunk);
    }
  };
  const keepAlive = setInterval(() => send(':\n\n'), KEEP_ALIVE_MS);
  keepAlive.unref();

  return {
    publish: (event) => send(`data: ${JSON.stringify(event)}\n\n`),
    join(response) {
      if (streams.size >= MAX_STREAMS) return false;
      streams.add(response);
      response.once('close', () => streams.delete(response));
      response.on('error', () => streams.delete(response));
      // The first bytes tell the browser that the stream is open; a broken one is tried again after a second.
      response.write('retry: 1000\n\n');
      return true;
    },
    close() {
      clearInterval(keepAlive);
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}
