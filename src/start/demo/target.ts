import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The made-up shop's server: answers 200, or 503 while it is told to fail. */
export type DemoTarget = {
  readonly url: string;
  fail(): void;
  recover(): void;
  close(): Promise<void>;
};

/** `GET /fail` and `GET /recover` command it from a browser or curl; every other path is what is monitored. */
export async function startTarget(): Promise<DemoTarget> {
  let isFailing = false;
  const server = createServer((request, response) => {
    if (request.url === '/fail' || request.url === '/recover') {
      isFailing = request.url === '/fail';
      response.end(isFailing ? 'failing from now on\n' : 'fine from now on\n');
      return;
    }
    response.statusCode = isFailing ? 503 : 200;
    response.end(isFailing ? 'the database is gone\n' : 'fine\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: () => void (isFailing = true),
    recover: () => void (isFailing = false),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
