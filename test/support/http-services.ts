import { pino } from 'pino';
import { asEpochMs, type EpochMs } from '../../src/core/time/instant.ts';
import { createIdGenerator } from '../../src/platform/ids.ts';
import { hashOfKey } from '../../src/services/api-key/key-hash.ts';
import type { Services } from '../../src/services/context.ts';
import type { ApiKey } from '../../src/services/ports/api-keys.ts';
import type { Store } from '../../src/services/ports/store.ts';

export const START = asEpochMs(Date.UTC(2026, 0, 15, 12));

/** Services that know keys and pages and nothing else: what the HTTP layer itself asks for. */
export function httpServices(given: {
  keys: readonly Partial<ApiKey & { secret: string }>[];
  pageIds: readonly string[];
  log?: (line: Record<string, unknown>) => void;
  overrides?: Partial<Services>;
}) {
  let now: EpochMs = START;
  const touched: string[] = [];
  const keys = new Map(
    given.keys.map(({ secret = 'secret', ...key }): [string, ApiKey] => [
      hashOfKey(secret),
      {
        id: `key_${secret}`,
        name: 'a key',
        scope: 'admin',
        pageId: null,
        prefix: '',
        hash: hashOfKey(secret),
        createdAt: START,
        expiresAt: null,
        lastUsedAt: null,
        ...key,
      },
    ]),
  );
  const read = {
    apiKeys: {
      findByHash: async (hash: string) => keys.get(hash) ?? null,
      touch: async (ids: readonly string[]) => void touched.push(...ids),
    },
    pages: { find: async (id: string) => (given.pageIds.includes(id) ? { id } : null) },
  } as unknown as Store;
  const clock = { now: () => now };
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => given.log?.(JSON.parse(line) as Record<string, unknown>) },
  );
  const services = {
    uow: { read, ping: async () => ({ ok: true }) },
    clock,
    ids: createIdGenerator(clock),
    log,
    wake: { at: () => undefined, check: async () => undefined, ping: async () => ({ ok: true }) },
    chat: null,
    settings: { publicUrl: 'http://127.0.0.1:3000' },
    ...given.overrides,
  } as unknown as Services;
  return { services, keys, touched, tick: (ms: number) => void (now = asEpochMs(now + ms)) };
}
