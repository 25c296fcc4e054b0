import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

export type Question = { readonly name: string; readonly type: string };

/** What the server says: records, or no such name, an error's code, or nothing at all. */
export type Reply = readonly Buffer[] | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silence';

const TYPES: Record<number, string> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  257: 'CAA',
};
const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** A DNS server on this machine, over UDP, that answers what it is told to. Closes where its scope ends. */
export class DnsServer implements AsyncDisposable {
  readonly asked: Question[] = [];
  readonly #socket = createSocket('udp4');

  static async start(reply: (question: Question) => Reply): Promise<DnsServer> {
    const server = new DnsServer();
    server.#socket.on('message', (query, from) => {
      const { question, end } = readQuestion(query);
      server.asked.push(question);
      const said = reply(question);
      if (said !== 'silence')
        server.#socket.send(answer(query.subarray(0, end), said), from.port, from.address);
    });
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }
}

/** A record's data, as the wire has it. */
export const rdata = {
  address: (text: string) => Buffer.from(ipaddr.parse(text).toByteArray()),
  name: (text: string) =>
    Buffer.concat([...text.split('.').map((label) => counted(label)), Buffer.from([0])]),
  texts: (...chunks: string[]) => Buffer.concat(chunks.map((chunk) => counted(chunk))),
  numbers16: (...numbers: number[]) => Buffer.from(numbers.flatMap((n) => [n >> 8, n & 255])),
  numbers32: (...numbers: number[]) => Buffer.from(new Uint32Array(numbers).buffer).swap32(),
  caa: (flags: number, tag: string, value: string) =>
    Buffer.concat([Buffer.from([flags]), counted(tag), Buffer.from(value)]),
};

function counted(text: string): Buffer {
  return Buffer.from([Buffer.byteLength(text), ...Buffer.from(text)]);
}

function readQuestion(query: Buffer): { question: Question; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[query.readUInt16BE(at + 1)] ?? 'other';
  return { question: { name: labels.join('.').toLowerCase(), type }, end: at + 5 };
}

/** The question again, and records of its type about its name. */
function answer(asked: Buffer, said: Exclude<Reply, 'silence'>): Buffer {
  const records = typeof said === 'string' ? [] : said;
  const head = Buffer.from(asked);
  head.writeUInt16BE(0x8180 | (typeof said === 'string' ? CODES[said] : 0), 2);
  rdata.numbers16(1, records.length, 0, 0).copy(head, 4);
  const type = head.subarray(-4, -2);
  const about = Buffer.concat([Buffer.from([0xc0, 12]), type, rdata.numbers16(1), rdata.numbers32(60)]);
  return Buffer.concat([
    head,
    ...records.flatMap((record) => [about, rdata.numbers16(record.length), record]),
  ]);
}
