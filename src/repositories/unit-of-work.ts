import type { Store, UnitOfWork } from '../services/ports/store.ts';
import { isTransient } from './errors.ts';
import type { Database, Db } from './client.ts';
import type { Prisma, PrismaClient } from './generated/client.ts';
import { combine } from './combine.ts';
import { readStore } from './read-store.ts';
import { storeOf } from './store.ts';
import { togetherStore } from './together-store.ts';

const MAX_RUNS = 3;
/** A transaction waits that long for a connection, and may then take that long; both are far above the usual. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 15_000;
/** Units of work that share a transaction, and such transactions at once: one that waits does not hold up all others. */
const SHARED_BY = 50;
const SHARED_AT_ONCE = 4;
/** In company nobody waits for a row longer than that; alone it may. */
const SHARED_LOCK_WAIT_MS = 1_000;

export function unitOfWork(database: Database): UnitOfWork {
  const { prisma } = database;
  const inTransaction = async <T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> => {
    for (let run = 1; ; run += 1) {
      try {
        return await prisma.$transaction(work, { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS });
      } catch (error) {
        if (run >= MAX_RUNS || !isTransient(error)) throw error;
      }
    }
  };
  const alone = <T>(work: (store: Store) => Promise<T>): Promise<T> =>
    inTransaction((tx) => work(storeOf(tx)));
  return {
    read: readStore(database),
    transaction: alone,
    together: sharing(prisma, alone),
    whole: (work) => inTransaction((tx) => work(unitWithin(tx))),
    ping: () => ping(prisma),
  };
}

type Work = (store: Store) => Promise<void>;

/** Units of work that share transactions; `alone` gives one that cannot be done in company a transaction of its own. */
function sharing(prisma: PrismaClient, alone: UnitOfWork['transaction']): UnitOfWork['together'] {
  const share = combine<Work, void>(
    SHARED_BY,
    async (works) => {
      const [only] = works;
      if (only !== undefined && works.length === 1) {
        const done = alone(only);
        await Promise.allSettled([done]);
        return [done];
      }
      try {
        const areDone = await inOne(prisma, works);
        if (areDone) return works.map(() => undefined);
      } catch (error) {
        // Whether a commit that failed has happened is not known: done again, it could happen twice.
        return works.map(() => Promise.reject(error));
      }
      return works.map((work) => alone(work));
    },
    SHARED_AT_ONCE,
  );
  return async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    let answers: [T] | undefined;
    await share(async (store) => {
      answers = [await work(store)];
    });
    if (answers === undefined) throw new RangeError('a unit of work without an answer');
    return answers[0];
  };
}

/** Does all of them, or nothing: then false. Throws where it is not known which. */
async function inOne(prisma: PrismaClient, works: readonly Work[]): Promise<boolean> {
  let areDone = false;
  try {
    await prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`select set_config('lock_timeout', ${String(SHARED_LOCK_WAIT_MS)}, true)`;
        const store = togetherStore(tx);
        // One that fails leaves the others under way: the end is theirs too.
        const ends = await Promise.allSettled(works.map((work) => work(store)));
        for (const end of ends) if (end.status === 'rejected') throw end.reason;
        // Where one has swallowed the failure of a statement, nothing of the others would be kept, and no commit says so.
        await tx.$executeRaw`select 1`;
        areDone = true;
      },
      { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS },
    );
    return true;
  } catch (error) {
    if (areDone) throw error;
    return false;
  }
}

/**
 * Units of work within one transaction: each is a savepoint of it. They run one after the other, whoever begins them
 * together: taking back one that overlaps others would take back what those wrote.
 */
function unitWithin(tx: Prisma.TransactionClient): UnitOfWork {
  const store = storeOf(tx);
  const inSavepoint = async <T>(work: (within: Store) => Promise<T>): Promise<T> => {
    await tx.$executeRaw`savepoint unit_of_work`;
    try {
      const answer = await work(store);
      await tx.$executeRaw`release savepoint unit_of_work`;
      return answer;
    } catch (error) {
      await tx.$executeRaw`rollback to savepoint unit_of_work`;
      throw error;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const unit: UnitOfWork = {
    read: store,
    transaction(work) {
      const run = last.then(() => inSavepoint(work));
      last = run.catch(() => undefined);
      return run;
    },
    together: (work) => unit.transaction(work),
    whole: (work) => work(unit),
    ping: () => ping(tx),
  };
  return unit;
}

async function ping(db: Db): Promise<{ ok: true } | { ok: false; reason: string }> {
  try {
    await db.$queryRaw`select 1`;
    return { ok: true };
  } catch {
    return { ok: false, reason: 'the database does not answer' };
  }
}
