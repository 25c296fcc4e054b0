import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HTTP_STATUS } from '../../../../src/services/errors.ts';
import { ADMIN_KEY, type Json } from '../../../support/product.ts';
import { say } from '../../../support/say.ts';
import { breaches } from '../../../support/sweep/consistency.ts';
import type { Operation } from '../../../support/sweep/document.ts';
import { mutated, type Mutation, type Sent } from '../../../support/sweep/mutate.ts';
import { SCALE, SEED, TIMEOUT_MS } from '../../../support/sweep/scale.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { makeWorld, reachable, type World } from '../../../support/sweep/world.ts';

/* Requests that are nearly right: a valid one, changed in a place or two. */

/** An operation. */
const RUNS = 6 * SCALE;
/** What even a slow machine needs less than for any request here. */
const SLOW_MS = 10_000;
const MOST_MORE_MEMORY = 300 * 1024 * 1024;

let sweep: SweepProduct;
let world: World;
beforeAll(async () => {
  say(`fuzz: TEST_SEED=${SEED} SWEEP_SCALE=${SCALE}`);
  sweep = await startSweep();
  world = await makeWorld(sweep.admin, sweep.document, 'alpha');
});
afterAll(() => sweep?.close());

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(
    'replace',
    'replace',
    'replace',
    'add',
    'add',
    'remove',
    'query',
    'segment',
    'text',
    'header',
    'reference',
  ),
  place: fc.nat(10_000),
  value: fc.nat(10_000),
});
const mutations = fc.array(mutation, { minLength: 1, maxLength: 2 });

const slowest: { ms: number; what: string }[] = [];
const answers = new Map<number, number>();

/** What is wrong with the answer to a request; null: nothing. */
async function complaint(sent: Sent): Promise<string | null> {
  const started = performance.now();
  const answer = await sweep.product.tocsin.http.inject({
    ...sent,
    headers: { ...sent.headers, authorization: `Bearer ${ADMIN_KEY}` },
  });
  const ms = performance.now() - started;
  const what = `${sent.method} ${sent.url.slice(0, 300)} ${JSON.stringify(sent.headers)} ${String(sent.payload).slice(0, 600)}`;
  slowest.push({ ms, what });
  if (ms > SLOW_MS) return `took ${Math.round(ms)} ms: ${what}`;
  const { statusCode: status, body } = answer;
  answers.set(status, (answers.get(status) ?? 0) + 1);
  if (status < 400) return null;
  const wrong = status >= 500 ? `${status}` : wrongShape(status, body);
  return wrong === null ? null : `${wrong}: ${what} -> ${body.slice(0, 400)}`;
}

/** Whether an error is told in any other form than the contract's. */
function wrongShape(status: number, body: string): string | null {
  const told = parsed(body);
  const { code, message, details, ...more } = told?.error ?? {};
  if (!(code in HTTP_STATUS) || typeof message !== 'string' || message === '') return 'no error of ours';
  if (HTTP_STATUS[code as keyof typeof HTTP_STATUS] !== status) return `${code} with ${status}`;
  if (Object.keys({ ...more, ...told }).join() !== 'error') return 'more than an error';
  return details === undefined ? null : wrongDetails(code, details);
}

function wrongDetails(code: string, details: Json): string | null {
  const fits = (one: Json) => typeof one.path === 'string' && typeof one.message === 'string';
  return code === 'validation_error' && Array.isArray(details) && details.every(fits)
    ? null
    : 'wrong details';
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function someRead(place: number): Sent {
  const reads = reachable(sweep.document, world).filter(
    ({ operation }) => operation.method === 'GET' && !operation.isStream && !operation.path.endsWith('/run'),
  );
  return { method: 'GET', url: reads[place % reads.length]?.path ?? '/healthz', headers: {} };
}

/** The first complaint about an operation, made as small as it gets. */
async function complaintsAbout(operation: Operation): Promise<string | null> {
  let last = '';
  const property = fc.asyncProperty(mutations, async (changes) => {
    const sent = mutated(sweep.document, world, operation, changes);
    // What was taken is read as well, in one of the many ways.
    const found = (await complaint(sent)) ?? (await complaint(someRead(changes[0]?.place ?? 0)));
    if (found !== null)
      last = `${found}\n  after ${sent.method} ${sent.url} ${String(sent.payload).slice(0, 600)}`;
    return found === null;
  });
  const result = await fc.check(property, { seed: SEED, numRuns: RUNS });
  return result.failed ? `${operation.name}: ${last}` : null;
}

const collectGarbage = ((): (() => void) => {
  setFlagsFromString('--expose_gc');
  return runInNewContext('gc') as () => void;
})();

function memoryInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('whatever is sent', () => {
  test(
    'is answered by success or by an error of the contract, and leaves nothing half-made behind',
    { timeout: TIMEOUT_MS },
    async () => {
      const before = memoryInUse();
      const complaints: string[] = [];
      for (const { operation } of reachable(sweep.document, world)) {
        if (operation.isStream) continue;
        const found = await complaintsAbout(operation);
        if (found !== null) complaints.push(found);
      }
      slowest.sort((one, other) => other.ms - one.ms);
      for (const { ms, what } of slowest.slice(0, 5)) say(`slow: ${Math.round(ms)} ms ${what.slice(0, 200)}`);
      say(
        `fuzz: ${slowest.length} requests to ${sweep.document.operations.length} operations, answered ${JSON.stringify([...answers])}`,
      );
      slowest.length = 0;
      expect(complaints).toEqual([]);
      expect((await sweep.admin('GET', '/readyz')).status).toBe(200);
      expect(({} as Json).polluted).toBeUndefined();
      expect(await breaches(sweep.reader)).toEqual([]);
      expect(memoryInUse() - before).toBeLessThan(MOST_MORE_MEMORY);
    },
  );
});
