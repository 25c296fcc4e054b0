import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_KEY } from '../../../support/product.ts';
import type { Operation } from '../../../support/sweep/document.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { differences } from '../../../support/sweep/rows.ts';
import { makeWorld, reachable, type World } from '../../../support/sweep/world.ts';

/* Bytes that are no whole request, to every operation that takes a body: they are refused, and nothing is done. */

let sweep: SweepProduct;
let world: World;
beforeAll(async () => {
  sweep = await startSweep();
  world = await makeWorld(sweep.admin, sweep.document, 'alpha');
});
afterAll(() => sweep?.close());

/** Sends bytes, and leaves where they are cut off; answers all that came back until the server closed. */
async function exchange(bytes: string | Buffer, isCutOff = false): Promise<string> {
  const { hostname, port } = new URL(sweep.product.url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      if (isCutOff) socket.end();
    });
    socket.setEncoding('utf8').on('data', (chunk) => (answer += String(chunk)));
    // Who is reset may still have been answered.
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}

const head = (method: string, url: string, ...lines: string[]) =>
  [
    `${method} ${url} HTTP/1.1`,
    'Host: tocsin.test',
    `Authorization: Bearer ${ADMIN_KEY}`,
    'Content-Type: application/json',
    'Connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n');

const FORMS: Readonly<Record<string, (method: string, url: string, body: string) => string | Buffer>> = {
  'a body that is cut off': (method, url, body) =>
    `${head(method, url, `Content-Length: ${body.length + 100}`)}${body}`,
  'a chunked body without an end': (method, url, body) =>
    `${head(method, url, 'Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n`,
  'a chunk of a wrong size': (method, url, body) =>
    `${head(method, url, 'Transfer-Encoding: chunked')}zz\r\n${body}\r\n0\r\n\r\n`,
  'two lengths': (method, url, body) =>
    `${head(method, url, `Content-Length: ${body.length}`, 'Content-Length: 0')}${body}`,
  'a length and chunks': (method, url, body) =>
    `${head(method, url, 'Content-Length: 5', 'Transfer-Encoding: chunked')}${body}`,
  'headers of 40 KB': (method, url, body) =>
    `${head(method, url, `X-Long: ${'x'.repeat(40_000)}`, `Content-Length: ${body.length}`)}${body}`,
  'a query of 40 KB': (method, url, body) =>
    `${head(method, `${url}?x=${'y'.repeat(40_000)}`, `Content-Length: ${body.length}`)}${body}`,
  'a path of other bytes': (method, url, body) =>
    Buffer.concat([
      Buffer.from(`${method} ${url}/`),
      Buffer.from([0xff, 0x00, 0xfe]),
      Buffer.from(` HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    ]),
  'a body of another type': (method, url, body) =>
    `${head(method, url, 'Content-Type: text/plain', `Content-Length: ${body.length}`)}${body}`.replace(
      'Content-Type: application/json\r\n',
      '',
    ),
};

/** Doors keep what they cannot read, for whoever looks into it: they are not meant. */
const takers = (): { operation: Operation; path: string }[] =>
  reachable(sweep.document, world).filter(
    ({ operation: { body, method, isOpen } }) => !isOpen && (body !== null || method === 'POST'),
  );

test.each(Object.entries(FORMS))(
  '%s changes nothing, and is refused in the form of every error',
  async (form, bytesOf) => {
    const isCut = form.includes('cut off') || form.includes('without an end');
    const before = await sweep.settledRows();
    const wrong: string[] = [];
    for (const { operation, path } of takers()) {
      const body = JSON.stringify(world.filledIn(operation.example ?? { some: 'body' }));
      const answer = await exchange(bytesOf(operation.method, path, body), isCut);
      // Nobody is left to be answered where the request broke off.
      const fits =
        answer === '' || (/^HTTP\/1\.1 4\d\d /.test(answer) && answer.includes('{"error":{"code":"'));
      if (!fits) wrong.push(`${operation.name}: ${answer.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
    expect(differences(before, await sweep.settledRows())).toEqual([]);
  },
);

test.each(['PATCH', 'TRACE', 'OPTIONS', 'PROPFIND', 'get'])(
  'the method %s is known nowhere',
  async (method) => {
    for (const { path } of takers()) {
      const answer = await exchange(head(method, path));
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*\{"error":\{"code":"/);
    }
  },
);

test('requests on one connection are answered each by itself, also behind one that is wrong', async () => {
  const one = (url: string) => head('GET', url).replace('Connection: close\r\n', '');
  const answer = await exchange(`${one('/no-such')}${one('/v2/no-such')}${head('GET', '/healthz')}`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 404', 'HTTP/1.1 200']);
});
