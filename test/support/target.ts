import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Something to monitor: answers 200, or what it is told to. */
export type Target = {
  readonly url: string;
  /** How many checks came. */
  readonly hits: () => number;
  /** When the first failing answer went out, by this process's clock; null before. */
  readonly firstFailureAt: () => number | null;
  /** From now on, or for the next `times` requests only. */
  fail(times?: number): void;
  /** From now on it takes that long to answer. */
  slow(ms: number): void;
  /** From now on it takes requests and answers none. */
  hang(): void;
  /** Drops every connection. */
  drop(): void;
  recover(): void;
  close(): Promise<void>;
};

export async function startTarget(): Promise<Target> {
  let failing = 0;
  let slowMs = 0;
  let isHanging = false;
  let hits = 0;
  let firstFailureAt: number | null = null;
  const server = createServer((_request, response) => {
    hits += 1;
    if (isHanging) return;
    const isFailing = failing > 0;
    failing -= isFailing ? 1 : 0;
    if (isFailing) firstFailureAt ??= Date.now();
    response.statusCode = isFailing ? 500 : 200;
    void pause(slowMs).then(() => response.end(isFailing ? 'broken' : 'fine'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    hits: () => hits,
    firstFailureAt: () => firstFailureAt,
    fail: (times = Infinity) => {
      failing = times;
      firstFailureAt = null;
    },
    slow: (ms) => {
      slowMs = ms;
    },
    hang: () => {
      isHanging = true;
    },
    drop: () => server.closeAllConnections(),
    recover: () => {
      failing = 0;
      slowMs = 0;
      isHanging = false;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
