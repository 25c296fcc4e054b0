import type { InjectOptions } from 'fastify';
import type { ProbeResult } from '../../../src/core/monitor/probe-result.ts';
import { asEpochMs, type EpochMs } from '../../../src/core/time/instant.ts';
import type { Scope } from '../../../src/services/ports/api-keys.ts';
import { ADMIN_KEY, startProduct, type Json, type Product } from '../product.ts';
import { readDocument, type ApiDocument } from './document.ts';
import { differences, openReader, type Reader, type Rows } from './rows.ts';
import type { Call } from './world.ts';

/** A day on which the examples' instants are to come. */
const NOW = asEpochMs(Date.UTC(2026, 0, 15, 12));

const NO_PHASES = {
  dnsTime: null,
  tcpTime: null,
  tlsTime: null,
  firstByteTime: null,
  downloadTime: null,
  responseTime: 1,
};

/** Every target is up and is not asked. */
function answered(startedAt: EpochMs): ProbeResult {
  const more = { phases: NO_PHASES, headers: {}, bodyTruncated: false, ssl: null };
  return { kind: 'response', startedAt, statusCode: 200, body: '', ...more };
}

export type SweepProduct = {
  readonly product: Product;
  readonly document: ApiDocument;
  readonly admin: Call;
  /** Calls with a new key: of that scope, and of that page where it is given. */
  readonly as: (scope: Scope, pageId?: string) => Promise<Call>;
  /** Calls with what stands in the header; null: no header. */
  readonly with: (authorization: string | null) => Call;
  readonly reader: Reader;
  /** Every row, once nothing is being done any more. */
  readonly settledRows: () => Promise<Rows>;
  readonly close: () => Promise<void>;
};

/** The whole product without timers and without real checks, called past the socket. */
export async function startSweep(settings: Record<string, string> = {}): Promise<SweepProduct> {
  const product = await startProduct(settings, {
    timers: false,
    clock: { now: () => NOW },
    probe: async (_monitor, startedAt) => ({ result: answered(startedAt), isVoid: false }),
  });
  const { http } = product.tocsin;
  /** Of what does not end, the status is enough. */
  const opened = async (url: string, headers: Record<string, string>) => {
    const leave = new AbortController();
    const answer = await fetch(`${product.url}${url}`, { headers, signal: leave.signal });
    const body = answer.ok ? null : ((await answer.json()) as Json);
    leave.abort();
    return { status: answer.status, body };
  };
  let document: ApiDocument | null = null;
  const callWith =
    (authorization: string | null): Call =>
    async (method, url, body) => {
      if (document !== null && isStream(document, method, url)) {
        return opened(url, authorization === null ? {} : { authorization });
      }
      const options: InjectOptions = {
        method: method as 'GET',
        url,
        headers: authorization === null ? {} : { authorization },
        ...(body === undefined ? {} : { payload: body as object }),
      };
      const answer = await http.inject(options);
      return { status: answer.statusCode, body: parsed(answer.body, answer.headers['content-type']) };
    };
  const admin = callWith(`Bearer ${ADMIN_KEY}`);
  const read = readDocument((await admin('GET', '/openapi.json')).body);
  document = read;
  const as = async (scope: Scope, pageId?: string): Promise<Call> => {
    const { status, body } = await admin('POST', '/api-keys', { name: `a ${scope} key`, scope, pageId });
    if (status !== 200) throw new Error(`no key: ${status} ${JSON.stringify(body)}`);
    return callWith(`Bearer ${body.key}`);
  };
  const reader = await openReader(product.databaseUrl);
  const settledRows = async (): Promise<Rows> => {
    for (let before = await reader.rows(); ;) {
      await product.tocsin.work.idle();
      const now = await reader.rows();
      if (differences(before, now).length === 0) return now;
      before = now;
    }
  };
  const close = async () => {
    await reader.close();
    await product.close();
  };
  return { product, document: read, admin, as, with: callWith, reader, settledRows, close };
}

function isStream(document: ApiDocument, method: string, url: string): boolean {
  const segments = url.split(/[?]/)[0]?.split('/') ?? [];
  return document.operations.some(
    (operation) =>
      operation.isStream &&
      operation.method === method &&
      operation.path.split('/').every((one, i) => one.startsWith('{') || one === segments[i]) &&
      operation.path.split('/').length === segments.length,
  );
}

function parsed(text: string, type: unknown): Json {
  return String(type).startsWith('application/json') ? JSON.parse(text) : text === '' ? null : text;
}
