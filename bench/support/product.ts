import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { compose, type Overrides, type Tocsin } from '../../src/start/compose.ts';
import { startDatabase } from '../../src/start/database.ts';

export const ADMIN_KEY = 'an-admin-key-for-benchmarks';

// What is looked into is what this product answers.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** The product as it is shipped: the embedded database with its durable settings, its queues in it, logs written. */
export type Product = {
  readonly tocsin: Tocsin;
  readonly url: string;
  readonly databaseUrl: string;
  /** Throws unless it was answered 200. */
  ok(method: string, path: string, body?: unknown): Promise<Json>;
  /** Ends the product and starts it on the same database with other settings. */
  restart(settings: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

export async function startProduct(
  settings: Record<string, string>,
  overrides: Overrides = {},
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-bench-'));
  const log = createLogger({ level: 'info', pretty: false, destination: { write: () => undefined } });
  const configured = (more: Record<string, string>) => {
    const read = toConfig({ PORT: '0', DATA_DIR: dataDir, ADMIN_API_KEY: ADMIN_KEY, ...settings, ...more });
    if (!read.ok) throw new Error(read.problems.join('; '));
    return read.config;
  };
  const database = await startDatabase(configured({}), log);
  let tocsin = await compose(configured({}), database, log, overrides);
  return {
    get tocsin() {
      return tocsin;
    },
    get url() {
      return tocsin.url;
    },
    databaseUrl: database.connectionString,
    async ok(method, path, body) {
      const response = await fetch(`${tocsin.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${ADMIN_KEY}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as Json;
    },
    async restart(more) {
      await tocsin.stop();
      tocsin = await compose(configured(more), database, log, overrides);
    },
    async close() {
      await tocsin.stop();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Team = { readonly pageId: string; readonly monitorId: string };

/**
 * Pages with one monitor, one member on call and a policy that tells them at once and again after five minutes, each: every
 * incident wakes somebody else, so that what is measured is the product and not a limit of one person or channel.
 */
export async function makeTeams(product: Product, howMany: number, monitorUrl: string): Promise<Team[]> {
  return inParallel(howMany, 8, async (i) => {
    const email = `member-${i}@example.com`;
    const page = await product.ok('POST', '/v1/pages', {
      name: `Shop ${i}`,
      subdomain: `shop-${i}`,
      email: 'owner@example.com',
    });
    const pageId = page.id as string;
    await product.ok('PUT', `/v2/${pageId}`, { chatChannel: `C0BENCH${i}` });
    await product.ok('POST', `/v1/${pageId}/team`, {
      email,
      name: `Member ${i}`,
      permission: 'FULL',
      chatUserId: `U0BENCH${i}`,
    });
    await product.ok('POST', '/on-call-schedules', {
      pageId,
      name: 'Primary',
      onCallShifts: [
        {
          name: 'Days',
          members: [{ workspaceMemberId: email, color: '#336699' }],
          rotationType: 'WEEKLY',
          startDate: '2026-01-05T09:00:00.000Z',
        },
      ],
    });
    await product.ok('POST', '/escalation-policies', {
      pageId,
      name: 'Default',
      rules: [0, 5].map((delayInMins) => ({
        delayInMins,
        actions: [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: null }],
      })),
    });
    const { monitor } = await product.ok('POST', '/monitors', {
      pageId,
      name: `checkout ${i}`,
      url: monitorUrl,
      checksInterval: 86_400,
    });
    return { pageId, monitorId: monitor.id as string };
  });
}

/** `make` for 0 to `howMany` - 1, at most `width` at once, in order. */
export async function inParallel<T>(
  howMany: number,
  width: number,
  make: (i: number) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < howMany; i = next++) made[i] = await make(i);
  };
  await Promise.all(Array.from({ length: width }, work));
  return made;
}
