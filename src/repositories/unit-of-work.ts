import type { Store, UnitOfWork } from '../services/ports/store.ts';
import { isTransient } from './errors.ts';
import type { Db } from './client.ts';
import type { Prisma, PrismaClient } from './generated/client.ts';
import { readStore } from './read-store.ts';
import { storeOf } from './store.ts';

const MAX_RUNS = 3;
/** A transaction waits that long for a connection, and may then take that long; both are far above the usual. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 15_000;

export function unitOfWork(prisma: PrismaClient): UnitOfWork {
  const inTransaction = async <T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> => {
    for (let run = 1; ; run += 1) {
      try {
        return await prisma.$transaction(work, { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS });
      } catch (error) {
        if (run >= MAX_RUNS || !isTransient(error)) throw error;
      }
    }
  };
  return {
    read: readStore(prisma),
    transaction: (work) => inTransaction((tx) => work(storeOf(tx))),
    whole: (work) => inTransaction((tx) => work(unitWithin(tx))),
    ping: () => ping(prisma),
  };
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
