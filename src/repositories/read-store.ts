import { asEpochMs, type EpochMs } from '../core/time/instant.ts';
import type { Interval } from '../core/time/interval.ts';
import type { LoadedSchedule } from '../services/ports/schedules.ts';
import type { ApiKeyRepository } from '../services/ports/api-keys.ts';
import type { Store } from '../services/ports/store.ts';
import { apiKeyRepository } from './api-keys.ts';
import type { Database } from './client.ts';
import { combine } from './combine.ts';
import type { PrismaClient } from './generated/client.ts';
import { hotReads } from './hot-reads.ts';
import { incidentRepository } from './incidents.ts';
import { memberRepository } from './members.ts';
import { monitorRepository } from './monitors.ts';
import { pageRepository } from './pages.ts';
import { policyRepository } from './policies.ts';
import { routingRuleRepository } from './routing-rules.ts';
import { scheduleRepository } from './schedules.ts';
import { storeOf } from './store.ts';

/** Questions that are answered by one statement of each kind; more would make the first wait for the last. */
const TOGETHER = 100;

/**
 * The store outside transactions. What every request and every opening of an incident reads is read together by those
 * that come at the same time: under load a statement serves many, and none sees anything older than its own beginning.
 */
export function readStore({ prisma, ask }: Database): Store {
  const store = storeOf(prisma);
  const apiKeys = apiKeyRepository(prisma);
  const pages = pageRepository(prisma);
  const members = memberRepository(prisma);
  const monitors = monitorRepository(prisma);
  const hot = hotReads(ask, TOGETHER);
  const incidents = incidentRepository(prisma);
  const rules = routingRuleRepository(prisma);
  const policies = policyRepository(prisma);
  return {
    ...store,
    apiKeys: {
      ...apiKeys,
      findByHash: one(
        (hashes) => hot.keysByHash(hashes),
        ({ hash }) => hash,
      ),
      touch: together((ids, now, notSince) => apiKeys.touch(ids, now, notSince)),
    },
    pages: {
      ...pages,
      find: one(
        (ids) => pages.findMany(ids),
        ({ id }) => id,
      ),
    },
    members: {
      ...members,
      findMany: some(
        (ids) => members.findMany(ids),
        ({ id }) => id,
      ),
    },
    monitors: {
      ...monitors,
      find: one(
        (ids) => hot.monitors(ids),
        ({ id }) => id,
      ),
    },
    incidents: {
      ...incidents,
      find: one(
        (ids) => incidents.findMany(ids),
        ({ id }) => id,
      ),
      findMany: some(
        (ids) => incidents.findMany(ids),
        ({ id }) => id,
      ),
      updatesOf: some(
        (ids) => incidents.updatesOf(ids),
        ({ incidentId }) => incidentId,
      ),
    },
    routingRules: {
      ...rules,
      listForPage: all(
        (ids) => rules.listForPages(ids),
        ({ pageId }) => pageId,
      ),
    },
    policies: {
      ...policies,
      listForPage: all(
        (ids) => policies.listForPages(ids),
        ({ pageId }) => pageId,
      ),
    },
    schedules: schedulesOf(prisma),
  };
}

type LoadAll<T> = (keys: readonly string[]) => Promise<readonly T[]>;
type KeyOf<T> = (thing: T) => string;

/** Everything of some keys, in the order of the whole. */
function some<T>(load: LoadAll<T>, keyOf: KeyOf<T>): (keys: readonly string[]) => Promise<T[]> {
  return combine(TOGETHER, async (questions: readonly (readonly string[])[]) => {
    const things = await load([...new Set(questions.flat())]);
    return questions.map((keys) => things.filter((thing) => keys.includes(keyOf(thing))));
  });
}

/** Everything of one key. */
function all<T>(load: LoadAll<T>, keyOf: KeyOf<T>): (key: string) => Promise<T[]> {
  const ask = some(load, keyOf);
  return (key) => ask([key]);
}

/** What many write down at the same time. */
function together(touch: ApiKeyRepository['touch']): ApiKeyRepository['touch'] {
  const write = combine(TOGETHER, async (uses: readonly Parameters<typeof touch>[]) => {
    const latest = Math.max(...uses.map(([, now]) => now));
    const earliest = Math.min(...uses.map(([, , notSince]) => notSince));
    await touch([...new Set(uses.flatMap(([ids]) => ids))], asEpochMs(latest), asEpochMs(earliest));
    return uses.map(() => undefined);
  });
  return async (...use) => write(use);
}

/** The one thing that has a key. */
function one<T>(load: LoadAll<T>, keyOf: KeyOf<T>): (key: string) => Promise<T | null> {
  const ask = combine(TOGETHER, async (keys: readonly string[]) => {
    const things = new Map((await load([...new Set(keys)])).map((thing) => [keyOf(thing), thing]));
    return keys.map((key) => things.get(key) ?? null);
  });
  return ask;
}

function schedulesOf(prisma: PrismaClient): Store['schedules'] {
  const schedules = scheduleRepository(prisma);
  const ofPage = combine(TOGETHER, async (questions: readonly { pageId: string; at: EpochMs }[]) => {
    const pageIds = [...new Set(questions.map(({ pageId }) => pageId))];
    const earliest = asEpochMs(Math.min(...questions.map(({ at }) => at)));
    const loaded = await schedules.loadSchedules({ pageIds }, earliest);
    return questions.map(({ pageId, at }) =>
      loaded.filter((schedule) => schedule.pageId === pageId).map((schedule) => knownFrom(schedule, at)),
    );
  });
  return {
    ...schedules,
    loadSchedules: (which, at) =>
      'pageId' in which ? ofPage({ pageId: which.pageId, at }) : schedules.loadSchedules(which, at),
  };
}

/** Without what is over at `at`: others may have asked for it, and whom it names is nobody here. */
function knownFrom(schedule: LoadedSchedule, at: EpochMs): LoadedSchedule {
  const isToCome = ({ end }: Interval): boolean => end > at;
  return {
    ...schedule,
    overrides: schedule.overrides.filter(isToCome),
    others: schedule.others.filter(isToCome),
  };
}
