import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Something to monitor: answers 200, or what it is told to. */
export type Target = {
  readonly url: string;
  /** How many checks came. */
  readonly hits: () => number;
  /** When the first failing answer went out, by this process's clock; null before. */
  readonly firstFailureAt: () => number | null;
  fail(): void;
  /** From now on it takes requests and answers none. */
  hang(): void;
  recover(): void;
  close(): Promise<void>;
};

export async function startTarget(): Promise<Target> {
  let isFailing = false;
  let isHanging = false;
  let hits = 0;
  let firstFailureAt: number | null = null;
  const server = createServer((_request, response) => {
    hits += 1;
    if (isHanging) return;
    if (isFailing) firstFailureAt ??= Date.now();
    response.statusCode = isFailing ? 500 : 200;
    response.end(isFailing ? 'broken' : 'fine');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    hits: () => hits,
    firstFailureAt: () => firstFailureAt,
    fail: () => {
      isFailing = true;
      firstFailureAt = null;
    },
    hang: () => {
      isHanging = true;
    },
    recover: () => {
      isFailing = false;
      isHanging = false;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
