import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import type { HttpProbeRequest } from '../../../src/probes/http.ts';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { key } from './certificates.ts';

const running: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of running.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  }
});

/** Listens on a free port of this machine until the test ends; answers the port. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  running.push({ server, sockets });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

export async function servesHttp(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

export async function servesHttps(cert: string, listener: RequestListener): Promise<number> {
  return listen(createTlsServer({ key, cert }, listener));
}

export async function servesTcp(listener: (socket: Socket) => void): Promise<number> {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      listener(socket);
    }),
  );
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

export function aRequest(url: string, fields: Partial<HttpProbeRequest> = {}): HttpProbeRequest {
  return {
    url,
    method: 'GET',
    headers: {},
    queryParams: {},
    basicAuth: null,
    body: null,
    allowPrivateTargets: true,
    startedAt: asEpochMs(Date.UTC(2025, 6, 1)),
    ...fields,
  };
}
