import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createHttpApp } from '../../src/http/app.ts';
import { asEpochMs, plusMs, type EpochMs } from '../../src/core/time/instant.ts';
import { createIdGenerator } from '../../src/platform/ids.ts';
import { openDatabase } from '../../src/repositories/client.ts';
import { unitOfWork } from '../../src/repositories/unit-of-work.ts';
import { hashOfKey } from '../../src/services/api-key/key-hash.ts';
import type { Services } from '../../src/services/context.ts';
import type { Scope } from '../../src/services/ports/api-keys.ts';
import type { Member } from '../../src/services/ports/members.ts';
import type { Store } from '../../src/services/ports/store.ts';
import { createTestDatabase } from './database.ts';
import { quietLog } from './quiet-log.ts';

export const API_START = asEpochMs(Date.UTC(2026, 0, 15, 12));

// What the tests look into is checked by what they expect of it.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
export type Answer = { readonly status: number; readonly body: Json };
type Call = (url: string, body?: unknown) => Promise<Answer>;

/** How one key calls the API. */
export type Caller = {
  readonly get: Call;
  readonly post: Call;
  readonly put: Call;
  readonly del: Call;
};

export type TestApi = Caller & {
  readonly services: Services;
  readonly store: Store;
  readonly clock: { now: () => EpochMs; move: (ms: number) => void };
  /** Calls with another key: one of that scope, and of that page where it is given. */
  readonly as: (scope: Scope, pageId?: string) => Promise<Caller>;
  readonly page: (name?: string) => Promise<string>;
  readonly member: (pageId: string, email: string) => Promise<Member>;
  readonly team: (pageId: string, name: string) => Promise<string>;
  /** A request as it is, without a key of its own, and the answer as it came. */
  readonly inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
  readonly close: () => Promise<void>;
};

/**
 * The API on a database of its own, called with an admin key; the clock stands still until it is moved. `overrides`
 * replaces services.
 */
export async function openApi(overrides: (store: Store) => Partial<Services> = () => ({})): Promise<TestApi> {
  const database = await createTestDatabase();
  const opened = openDatabase({ connectionString: database.url, poolSize: 8 });
  let now = API_START;
  const clock = { now: () => now, move: (ms: number) => void (now = plusMs(now, ms)) };
  const ids = createIdGenerator(clock);
  const uow = unitOfWork(opened);
  const services = {
    uow,
    clock,
    ids,
    log: quietLog(),
    wake: { at: () => undefined, check: async () => undefined, ping: async () => ({ ok: true }) },
    chat: null,
    senders: new Map(),
    settings: { publicUrl: 'http://127.0.0.1:3000' },
    ...overrides(uow.read),
  } as unknown as Services;
  const app = createHttpApp({ services });
  const store = uow.read;

  const callerWith = (key: string): Caller => {
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE'): Call => {
      return async (url, body) => {
        const options: InjectOptions = { method, url, headers: { authorization: `Bearer ${key}` } };
        const answer = await app.inject(
          body === undefined ? options : { ...options, payload: body as object },
        );
        return { status: answer.statusCode, body: answer.body === '' ? null : JSON.parse(answer.body) };
      };
    };
    return { get: call('GET'), post: call('POST'), put: call('PUT'), del: call('DELETE') };
  };
  const as = async (scope: Scope, pageId?: string): Promise<Caller> => {
    const key = ids.secret(24);
    await store.apiKeys.insert({
      id: ids.next('key'),
      name: `a ${scope} key`,
      scope,
      pageId: pageId ?? null,
      prefix: key.slice(0, 6),
      hash: hashOfKey(key),
      createdAt: now,
      expiresAt: null,
      lastUsedAt: null,
    });
    return callerWith(key);
  };
  const page = async (name = 'Shop'): Promise<string> => {
    const id = ids.next('page');
    const subdomain = id.replace('_', '-');
    const settings = {};
    const times = { createdAt: now, updatedAt: now };
    await store.pages.insert({
      id,
      name,
      subdomain,
      email: 'o@x.test',
      chatChannel: null,
      settings,
      ...times,
    });
    return id;
  };
  const member = async (pageId: string, email: string): Promise<Member> => {
    const someone: Member = {
      id: ids.next('mbr'),
      pageId,
      email,
      name: email.split('@')[0] ?? null,
      phone: null,
      avatar: null,
      timeZone: 'UTC',
      chatUserId: null,
      webhookUrl: null,
      webhookSecret: null,
      permission: 'MEMBER',
      notificationRules: null,
      country: null,
      handoffReminders: [1440, 15],
      createdAt: now,
      updatedAt: now,
    };
    await store.members.insert(someone);
    return someone;
  };
  const team = async (pageId: string, name: string): Promise<string> => {
    const id = ids.next('team');
    await store.teams.insert({ id, pageId, name, memberIds: [], createdAt: now, updatedAt: now });
    return id;
  };
  const admin = await as('admin');
  return {
    ...admin,
    services,
    store,
    clock,
    as,
    page,
    member,
    team,
    inject: (options) => app.inject(options),
    close: async () => {
      await app.close();
      await opened.close();
      await database.drop();
    },
  };
}

/** The paths that a 400 names. */
export function pathsOf(answer: Answer): string[] {
  return (answer.body.error?.details ?? []).map((detail: { path: string }) => detail.path);
}
