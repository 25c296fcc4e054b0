import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readBody } from './body.ts';
import { connect, type Check } from './connection.ts';
import { nextHop, type Hop } from './hop.ts';

const MAX_HEADER_BYTES = 64 * 1024;

export type Answer = {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly bodyTruncated: boolean;
};

/** One request and its answer over a connection of its own; where the answer is a redirect, only the hop it asks for. */
export async function exchange(hop: Hop, check: Check): Promise<Answer | Hop> {
  const socket = await connect(hop.url, check);
  const abort = (): void => void socket.destroy();
  check.signal.addEventListener('abort', abort);
  try {
    const response = await send(hop, socket, check);
    const statusCode = response.statusCode ?? 0;
    const redirect = nextHop(hop, statusCode, response.headers.location);
    if (redirect !== null) return redirect;
    check.stopwatch.enter('downloadTime');
    return { statusCode, headers: headersOf(response), ...(await readBody(response)) };
  } finally {
    check.signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

async function send(hop: Hop, socket: Socket, check: Check): Promise<IncomingMessage> {
  check.stopwatch.enter('firstByteTime');
  const { url, method, headers, body } = hop;
  const sent = httpRequest({
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...headers, ...lengthOf(body) },
    maxHeaderSize: MAX_HEADER_BYTES,
    createConnection: () => socket,
  });
  // Errors after the answer has begun surface where its body is read.
  sent.on('error', () => {});
  sent.end(body ?? undefined);
  const [response] = (await once(sent, 'response', { signal: check.signal })) as [IncomingMessage];
  return response;
}

function lengthOf(body: string | null): Record<string, string> {
  return body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    if (values !== undefined) headers[name] = values.join(', ');
  }
  return headers;
}
