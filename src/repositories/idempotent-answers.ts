import type { IdempotentAnswerRepository } from '../services/ports/idempotent-answers.ts';
import type { Db } from './client.ts';
import { toDate } from './time.ts';

export function idempotentAnswerRepository(db: Db): IdempotentAnswerRepository {
  return {
    async claim({ id, bodyHash, now, after }) {
      await db.idempotentAnswer.deleteMany({ where: { id, createdAt: { lte: toDate(after) } } });
      // Whoever finds the row of a transaction under way waits here for how it ends.
      const claimed = await db.$executeRaw`
        insert into idempotent_answer (id, body_hash, status, body, created_at)
        values (${id}, ${bodyHash}, 0, '', ${toDate(now)})
        on conflict (id) do nothing`;
      if (claimed === 1) return null;
      const found = await db.idempotentAnswer.findUnique({ where: { id } });
      return found === null ? null : { status: found.status, body: found.body, bodyHash: found.bodyHash };
    },
    async finish(id, { status, body }) {
      await db.idempotentAnswer.update({ where: { id }, data: { status, body } });
    },
    async deleteBefore(instant) {
      await db.idempotentAnswer.deleteMany({ where: { createdAt: { lt: toDate(instant) } } });
    },
  };
}
