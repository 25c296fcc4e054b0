import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;

export type FakeSocketSlack = {
  readonly apiUrl: string;
  /** How many connections were opened so far. */
  readonly opened: () => number;
  readonly send: (message: object) => void;
  /** The next message of the bot. */
  readonly next: () => Promise<{ envelope_id: string; payload?: unknown }>;
  /** Resolves when a connection is greeted. */
  readonly connected: () => Promise<void>;
  /** Breaks the connection. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
};

/** Slack's socket mode: the call that opens a connection, and the connection, one at a time. */
export async function startFakeSocketSlack(): Promise<FakeSocketSlack> {
  const events = new EventEmitter();
  const received: { envelope_id: string }[] = [];
  let socket: Duplex | undefined;
  let opened = 0;
  let greeted = 0;

  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    const { port } = server.address() as AddressInfo;
    response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${port}/` }));
  });
  server.on('upgrade', (request, stream: Socket) => {
    opened += 1;
    socket = stream;
    stream.on('error', () => undefined);
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${WEBSOCKET_GUID}`)
      .digest('base64');
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    stream.on('data', (chunk: Buffer) => {
      for (const { opcode, text } of framesOf(chunk)) {
        if (opcode === CLOSE) stream.end(frame(CLOSE, ''));
        if (opcode !== TEXT) continue;
        received.push(JSON.parse(text) as { envelope_id: string });
        events.emit('message');
      }
    });
    stream.write(frame(TEXT, JSON.stringify({ type: 'hello' })));
    greeted += 1;
    events.emit('greeted');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let awaited = 0;
  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    opened: () => opened,
    send: (message) => void socket?.write(frame(TEXT, JSON.stringify(message))),
    next: async () => {
      if (received.length === 0) await once(events, 'message');
      return received.shift() as { envelope_id: string };
    },
    connected: async () => {
      awaited += 1;
      while (greeted < awaited) await once(events, 'greeted');
    },
    drop: () => void socket?.destroy(),
    close: async () => {
      socket?.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** An unmasked frame, as servers send them; up to 65535 bytes. */
function frame(opcode: number, text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x80 | opcode, body.length])
      : Buffer.from([0x80 | opcode, 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([head, body]);
}

/** The masked frames in one chunk; whole ones, as small messages over the loopback come. */
function framesOf(chunk: Buffer): { opcode: number; text: string }[] {
  const frames: { opcode: number; text: string }[] = [];
  for (let at = 0; at + 6 <= chunk.length;) {
    const short = chunk.readUInt8(at + 1) & 0x7f;
    const head = short === 126 ? 4 : 2;
    const length = short === 126 ? chunk.readUInt16BE(at + 2) : short;
    const mask = chunk.subarray(at + head, at + head + 4);
    const body = chunk
      .subarray(at + head + 4, at + head + 4 + length)
      .map((byte, i) => byte ^ (mask[i % 4] ?? 0));
    frames.push({ opcode: chunk.readUInt8(at) & 0x0f, text: Buffer.from(body).toString() });
    at += head + 4 + length;
  }
  return frames;
}
