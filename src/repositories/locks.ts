import type { LockRepository } from '../services/ports/locks.ts';
import type { Db } from './client.ts';

export function lockRepository(db: Db): LockRepository {
  return {
    async take(name) {
      await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    },
  };
}
