import type { UnitOfWork } from '../services/ports/store.ts';
import { isTransient } from './errors.ts';
import type { PrismaClient } from './generated/client.ts';
import { storeOf } from './store.ts';

const MAX_RUNS = 3;
/** A transaction waits that long for a connection, and may then take that long; both are far above the usual. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 15_000;

export function unitOfWork(prisma: PrismaClient): UnitOfWork {
  return {
    read: storeOf(prisma),

    async transaction(work) {
      for (let run = 1; ; run += 1) {
        try {
          return await prisma.$transaction((tx) => work(storeOf(tx)), {
            maxWait: MAX_WAIT_MS,
            timeout: TIMEOUT_MS,
          });
        } catch (error) {
          if (run >= MAX_RUNS || !isTransient(error)) throw error;
        }
      }
    },

    async ping() {
      try {
        await prisma.$queryRaw`select 1`;
        return { ok: true };
      } catch {
        return { ok: false, reason: 'the database does not answer' };
      }
    },
  };
}
